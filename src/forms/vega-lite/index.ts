export { isPrototypes } from './expressions'
export { checkSpec, type ReadSpec, readVegaLite } from './read'
