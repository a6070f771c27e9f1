declare module 'libheif-js/wasm-bundle.js' {
  const library: unknown
  export default library
}
