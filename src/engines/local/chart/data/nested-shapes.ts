import { records } from './list-shapes'
import { column, has, isObject, isScalar, type Json, own, type Raw, scalars } from './raw'

/** Maps in a map: names with metrics, names with lists, names with names. */
export function nested(value: Json, keys: readonly string[], depth: number): Raw {
  const inner = keys.map((key) => value[key] as Json)
  const all = (test: (one: unknown) => boolean) =>
    inner.every((each) => Object.values(each).every(test))
  if (all(isScalar)) return metrics(keys, inner)
  if (all(scalars)) return alignedColumns(keys, inner) ?? nestedSamples(value, keys)
  const rows =
    all(isObject) && depth < 3
      ? keys.flatMap((key) =>
          Object.entries(value[key] as Json).map(([name, cells]) => ({
            category: key,
            group: name,
            ...(cells as Json),
          })),
        )
      : keys.map((key) => ({ category: key, ...(value[key] as Json) }))
  return { ...records(rows, depth + 1), shape: 'nested records' }
}

/** All names, in the order of the data; JSON gives those that are whole numbers first, so numbers stand by size. */
function namesIn(inner: readonly Json[]): string[] {
  const names = [...new Set(inner.flatMap((each) => Object.keys(each)))]
  return names.every((name) => /^\d+$/.test(name))
    ? names.sort((a, b) => Number(a) - Number(b))
    : names
}

function metrics(keys: readonly string[], inner: readonly Json[]): Raw {
  const names = namesIn(inner)
  return {
    shape: 'nested',
    columns: [
      column('category', [...keys], true),
      ...names.map((name) =>
        column(
          name,
          inner.map((each) => own(each, name)),
        ),
      ),
    ],
    notes: [],
  }
}

/** Several lists of one length under each name: the same columns for each series. */
function alignedColumns(keys: readonly string[], inner: readonly Json[]): Raw | undefined {
  const names = namesIn(inner)
  const aligned = inner.every((each) => {
    const lists = Object.values(each) as unknown[][]
    return lists.every((list) => list.length === lists[0]?.length)
  })
  const same = inner.every((each) => names.every((name) => has(each, name)))
  if (!aligned || !same || names.length < 2) return undefined
  const lengths = inner.map((each) => (each[names[0] ?? ''] as unknown[]).length)
  return {
    shape: 'nested columns',
    columns: [
      column(
        'series',
        keys.flatMap((key, i) => new Array(lengths[i]).fill(key)),
        true,
      ),
      ...names.map((name) =>
        column(
          name,
          inner.flatMap((each) => each[name] as unknown[]),
        ),
      ),
    ],
    notes: [],
  }
}

function nestedSamples(value: Json, keys: readonly string[]): Raw {
  const rows = keys.flatMap((key) =>
    Object.entries(value[key] as Json).flatMap(([name, list]) =>
      (list as unknown[]).map((cell) => ({ key, name, cell })),
    ),
  )
  return {
    shape: 'nested samples',
    columns: [
      column(
        'category',
        rows.map(({ key }) => key),
        true,
      ),
      column(
        'group',
        rows.map(({ name }) => name),
        true,
      ),
      column(
        'value',
        rows.map(({ cell }) => cell),
        true,
      ),
    ],
    notes: [],
  }
}
