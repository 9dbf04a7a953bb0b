import { useEffect, useState } from 'preact/hooks'
import { useApiKey } from './api-key'
import { ask } from './client'
import { root } from './root'

/** The address of a file of a job below the root. */
export function artifactPath(id: string, path: string): string {
  return `api/artifacts/${id}/${path}`
}

/** A file of a job, as text. @throws Refusal */
export const textOf = async (id: string, path: string) => (await ask(artifactPath(id, path))).text()

/** Saves a file under a name of our choice. @throws Refusal */
export async function save(path: string, name: string): Promise<void> {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await (await ask(path)).blob())
  link.download = name
  link.click()
  // Not at once: the download begins after this task.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}

/** What an `<img>` shows of a file of the server: pictures send no key, so one that needs it is fetched first. */
export function usePicture(path: string | null | undefined): string | undefined {
  const key = useApiKey()
  const [fetched, set] = useState<string>()
  useEffect(() => {
    if (key === '' || !path) return
    const over = new AbortController()
    ask(path, { signal: over.signal })
      .then(async (answer) => set(await dataUrl(await answer.blob())))
      .catch(() => undefined)
    return () => over.abort()
  }, [path, key])
  if (!path) return undefined
  return key === '' ? root(path) : fetched
}

/** A figure, small; what it is stands beside it. @param path from the root, as the interface names it */
export function Thumbnail({ path }: { path: string | null }) {
  const picture = usePicture(path)
  return (
    <span class="thumbnail">
      {picture && <img src={picture} alt="" loading="lazy" draggable={false} />}
    </span>
  )
}

/** What an `<img>` shows of an SVG. */
export const addressOf = (svg: string) => `data:image/svg+xml,${encodeURIComponent(svg)}`

/** A file's bytes as an address. */
export function dataUrl(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}
