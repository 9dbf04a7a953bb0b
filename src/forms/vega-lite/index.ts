export { isPrototypes } from './expressions'
export { type ReadSpec, readVegaLite } from './read'
