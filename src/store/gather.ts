interface Call<Input, Output> {
  input: Input
  resolve: (output: Output) => void
  reject: (reason: unknown) => void
}

/**
 * Gathers the calls of one turn of the event loop, and those that come while a commit is under way, and commits them
 * together: they share one wait for the disk. `commit` takes all or none; where it throws, each call is tried alone, so
 * that none fails for another's sake.
 */
export function gather<Input, Output>(
  commit: (inputs: readonly Input[]) => Promise<Output[]>,
): (input: Input) => Promise<Output> {
  let waiting: Call<Input, Output>[] = []
  let flushing = false
  const flush = async () => {
    while (waiting.length > 0) {
      const calls = waiting
      waiting = []
      if (calls.length > 1 && (await settle(calls, commit))) continue
      for (const call of calls) await settle([call], commit, call.reject)
    }
    flushing = false
  }
  return (input) =>
    new Promise((resolve, reject) => {
      waiting.push({ input, resolve, reject })
      if (flushing) return
      flushing = true
      setImmediate(() => void flush())
    })
}

/** False when the commit has failed. */
async function settle<Input, Output>(
  calls: readonly Call<Input, Output>[],
  commit: (inputs: readonly Input[]) => Promise<Output[]>,
  failed: (reason: unknown) => void = () => {},
): Promise<boolean> {
  try {
    const outputs = await commit(calls.map(({ input }) => input))
    outputs.forEach((output, index) => calls[index]?.resolve(output))
    return true
  } catch (error) {
    failed(error)
    return false
  }
}
