import type { Scene, SceneElement } from '../../forms/scene'

/** The message is a sentence for whoever made the patch. */
export class PatchRefused extends Error {
  override name = 'PatchRefused'
}

export interface Patched {
  scene: Scene
  /** Ids of the groups that the patch replaced or added; what else there is stays as it was, byte for byte when written. */
  changed: string[]
}

/** @throws PatchRefused on ids that the scene does not have, and where nothing would be left. */
export function patched(
  _scene: Scene,
  _patch: { elements: readonly SceneElement[]; drops: readonly string[] },
): Patched {
  throw new PatchRefused('not yet')
}
