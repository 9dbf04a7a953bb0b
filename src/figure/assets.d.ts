/** Files embedded with `{ type: 'file' }`: the default export is a path that also works in the single binary. */
declare module '*.ttf' {
  const path: string
  export default path
}
declare module '*.wasm' {
  const path: string
  export default path
}
