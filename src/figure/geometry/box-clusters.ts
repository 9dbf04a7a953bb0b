import type { Box } from '../../forms/scene'
import { gap, hullOf } from '.'

export interface Cluster<T> {
  box: Box
  members: T[]
}

/** Groups boxes that lie within `reach` pixels of each other, as long as a group stays smaller than `most`. */
export function clustered<T extends { box: Box }>(
  items: readonly T[],
  reach: number,
  most = Number.POSITIVE_INFINITY,
): Cluster<T>[] {
  let clusters: Cluster<T>[] = items.map((item) => ({ box: item.box, members: [item] }))
  for (let again = true; again; ) {
    again = false
    clusters.sort((a, b) => a.box.x - b.box.x || a.box.y - b.box.y)
    const kept: Cluster<T>[] = []
    for (const cluster of clusters) {
      const near = kept.find((one) => {
        if (cluster.box.x - one.box.x - one.box.width > reach) return false
        if (gap(one.box, cluster.box) > reach) return false
        const both = hullOf([one.box, cluster.box])
        return Math.max(both.width, both.height) <= most
      })
      if (!near) {
        kept.push(cluster)
        continue
      }
      near.box = hullOf([near.box, cluster.box])
      near.members.push(...cluster.members)
      again = true
    }
    clusters = kept
  }
  return clusters.sort((a, b) => a.box.y - b.box.y || a.box.x - b.box.x)
}
