/** Whether a figure of these files is edited on its page: one of a diagram, or one that was read from a picture. */
export const isEditable = (files: readonly string[]) =>
  files.includes('scene.json') && !files.includes('chart.vl.json')
