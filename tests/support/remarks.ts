import type { Remark } from '../../src/forms/remarks'

/** Everything that is told, in order, as run.log has it. */
export const logOf = ({ remarks }: { remarks: readonly Remark[] }): string[] =>
  remarks.map(({ sentence }) => sentence)
