/**
 * Files imported with `with { type: 'file' }` give a path (inside the binary: a virtual one) to read with `Bun.file`;
 * with `with { type: 'text' }` they give their content. Both are strings.
 */
declare module '*.wasm' {
  const pathOrText: string
  export default pathOrText
}

declare module '*.sql' {
  const pathOrText: string
  export default pathOrText
}

declare module '*.svg' {
  const pathOrText: string
  export default pathOrText
}

declare module '*.md' {
  const pathOrText: string
  export default pathOrText
}
