/** Numbers of fields in ONNX's messages (`onnx.proto3`) and of the type of 32-bit floats. */
const GRAPH = 7
const NODE = 1
const IN = { input: 1, output: 2, type: 4, attribute: 5, tensor: 5 } as const
const TENSOR = { type: 2, floats: 4, raw: 9 } as const
const FLOAT = 1
/** How the converter from Paddle calls numbers that are no weights. */
const HELPER = /^p2o\.helper/

/** The weights of a network whose constants are nodes, in the order in which its layers want them. */
export function* tensorsOf(network: Uint8Array): Generator<Float32Array> {
  const constants = new Map<string, Float32Array>()
  for (const graph of bytesOf(network, GRAPH))
    for (const node of bytesOf(graph, NODE)) {
      const [type, output] = [textOf(node, IN.type)[0], textOf(node, IN.output)[0]]
      const tensor = bytesOf(node, IN.attribute).flatMap((one) => bytesOf(one, IN.tensor))[0]
      if (type === 'Constant' && output && tensor && !HELPER.test(output)) {
        const floats = floatsOf(tensor)
        if (floats) constants.set(output, floats)
      } else if (type !== 'Constant')
        for (const name of textOf(node, IN.input)) {
          const weights = constants.get(name)
          if (weights) yield weights
        }
    }
}

function floatsOf(tensor: Uint8Array): Float32Array | undefined {
  if (![...fieldsOf(tensor)].some(([field, value]) => field === TENSOR.type && value === FLOAT))
    return
  const [bytes] = [...bytesOf(tensor, TENSOR.raw), ...bytesOf(tensor, TENSOR.floats)]
  return bytes && new Float32Array(new Uint8Array(bytes).buffer)
}

const bytesOf = (message: Uint8Array, wanted: number) =>
  [...fieldsOf(message)].flatMap(([field, value]) =>
    field === wanted && value instanceof Uint8Array ? [value] : [],
  )

const textOf = (message: Uint8Array, wanted: number) =>
  bytesOf(message, wanted).map((bytes) => new TextDecoder().decode(bytes))

/** The fields of a message as protocol buffers write them: numbers that stand by themselves, and bytes. */
function* fieldsOf(message: Uint8Array): Generator<[field: number, value: number | Uint8Array]> {
  let at = 0
  const varint = () => {
    let [value, place] = [0, 1]
    for (let byte = 128; byte >= 128; place *= 128) {
      byte = message[at++] ?? 0
      value += (byte & 127) * place
    }
    return value
  }
  while (at < message.length) {
    const key = varint()
    const wire = key & 7
    if (wire === 0) yield [key >> 3, varint()]
    else {
      const length = wire === 2 ? varint() : wire === 1 ? 8 : 4
      yield [key >> 3, message.subarray(at, at + length)]
      at += length
    }
  }
}
