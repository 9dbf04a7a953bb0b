import { command } from '../../src/cli'

export interface Told {
  code: number
  stdout: string
  stderr: string
}

/** Runs a command in this process. */
export async function told(
  args: readonly string[],
  options: {
    stdin?: string | Uint8Array | AsyncIterable<Uint8Array>
    env?: object
    watched?: boolean
  } = {},
): Promise<Told> {
  const { stdin = '', env = {}, watched = false } = options
  const parts: Buffer[] = []
  let stderr = ''
  const isBytes = typeof stdin === 'string' || stdin instanceof Uint8Array
  const code = await command(args, {
    env: { ...env },
    stdin: isBytes ? new Blob([stdin as string]).stream() : stdin,
    stdout: async (content) => void parts.push(Buffer.from(content as string)),
    stderr: (text) => {
      stderr += text
    },
    watched,
  })
  return { code, stdout: Buffer.concat(parts).toString(), stderr }
}
