interface Call<Input, Output> {
  input: Input
  resolve: (output: Output) => void
  reject: (reason: unknown) => void
}

/**
 * Gathers the calls of one turn of the event loop and commits them together: they share one wait for the disk.
 * `commit` takes all or none; where it throws, each call is tried alone, so that none fails for another's sake.
 */
export function gather<Input, Output>(
  commit: (inputs: readonly Input[]) => Output[],
): (input: Input) => Promise<Output> {
  let waiting: Call<Input, Output>[] = []
  const flush = () => {
    const calls = waiting
    waiting = []
    if (calls.length > 1 && settle(calls, commit)) return
    for (const call of calls) settle([call], commit, call.reject)
  }
  return (input) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(flush)
      waiting.push({ input, resolve, reject })
    })
}

/** False when the commit has failed. */
function settle<Input, Output>(
  calls: readonly Call<Input, Output>[],
  commit: (inputs: readonly Input[]) => Output[],
  failed: (reason: unknown) => void = () => {},
): boolean {
  try {
    const outputs = commit(calls.map(({ input }) => input))
    outputs.forEach((output, index) => calls[index]?.resolve(output))
    return true
  } catch (error) {
    failed(error)
    return false
  }
}
