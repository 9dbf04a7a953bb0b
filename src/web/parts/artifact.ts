import { useEffect, useState } from 'preact/hooks'
import { useApiKey } from './api-key'
import { ask } from './client'
import { root } from './root'

/** The address of a file of a job below the root. */
export function artifactPath(id: string, path: string): string {
  return `api/artifacts/${id}/${path}`
}

/** A file of the server, fetched with the visitor's key. @throws Refusal */
export async function fileOf(path: string): Promise<Blob> {
  return (await ask(path)).blob()
}

/** Saves a file under a name of our choice. @throws Refusal */
export async function save(path: string, name: string): Promise<void> {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await fileOf(path))
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
    let over = false
    fileOf(path)
      .then(dataUrl)
      .then((url) => !over && set(url))
      .catch(() => undefined)
    return () => {
      over = true
    }
  }, [path, key])
  if (!path) return undefined
  return key === '' ? root(path) : fetched
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
