import { ACTION } from '../verb-table'
import { verbOf } from '../verbs'

/**
 * What a verb does to the things around it:
 * - `flow`: moves its object to a place (`X is fed to Y`)
 * - `store`: moves its object to a place where it stays
 * - `transform`: makes another thing of its object (`E encodes A into B`)
 * - `produce`: its object is new (`G outputs B`, `features are extracted from A`)
 * - `consume`: its object goes into the doer (`Y reads X`)
 * - `act`: changes or examines its object, which keeps its name (`reads are trimmed`)
 * - `affect`: the doer changes what its object does (`the supervisor overrides the goal`)
 * - `train`: its object is a model that learns from what follows `on`, `with`, `from`
 * - `structure`: its object is a part of the subject
 * - `order`, `repeat`, `decide`, `join`, `light`, `none`
 */
export type VerbClass =
  | 'flow'
  | 'store'
  | 'transform'
  | 'produce'
  | 'consume'
  | 'act'
  | 'affect'
  | 'train'
  | 'structure'
  | 'repeat'
  | 'join'
  | 'light'
  | 'none'

const CLASSES: Readonly<Record<Exclude<VerbClass, 'act'>, string>> = {
  flow: `feed pass send subject forward route transmit deliver dispatch push transfer ship stream broadcast distribute supply
    submit propagate inject hand redirect relay direct go flow move transport export exchange upload emit-to notify serve feed-back
    trigger invoke call prompt deploy release invite divert interact enter arrive travel allocate delegate escalate refer lead`,
  store: `store save persist cache archive insert append write deposit log register commit hold buffer index load enqueue
    publish record-in place put`,
  transform: `encode embed map convert transform translate project decode compress tokenize tokenise split divide segment chunk
    partition decompose vectorize dissociate digest fragment distill render summarize summarise quantize quantise
    discretize transcribe reverse-transcribe turn grind compile reduce`,
  produce: `produce generate output predict yield emit compute calculate estimate infer return give create build construct
    derive obtain extract prepare synthesize synthesise compose draft propose identify detect determine select form collect
    gather acquire design develop make simulate retrieve fetch sample choose reconstruct isolate assemble establish issue
    formulate recommend suggest provide answer ask elicit recruit pick report plan deliver-as harvest download crawl
    mine capture initialize instantiate plot raise express apply perform conduct do`,
  consume: `take receive accept read consume use query consult attend ingest access monitor observe watch poll search
    inspect look subscribe listen probe employ utilize leverage adopt see incorporate condition require need rely depend
    draw exploit examine`,
  train: `train pretrain pre-train fine-tune finetune retrain optimize optimise tune learn supervise fit refit`,
  structure: `consist comprise contain include have organize carry`,
  repeat: `repeat iterate alternate continue cycle loop`,
  affect: `guide drive control condition initialize initialise adjust steer override regulate configure modulate inform
    replace correct warm-start refresh parameterize constrain calibrate-by update keep`,
  join: `combine concatenate fuse merge join integrate add aggregate pool mix compare match match-against align link
    correlate couple pair blend superimpose overlay sum average multiply subtract ensemble unify`,
  light: `enable allow help let cause result begin start aim ensure improve`,
  none: `be back power host underpin decide presume assume consider show demonstrate outperform achieve note find suggest argue follow propose-that describe present introduce discuss refer
    depict illustrate base become remain denote represent say believe expect exist occur mean know exhibit imply indicate highlight
    want tend belong stop avoid prevent guarantee encourage facilitate focus increase improve enhance motivate stay correspond range contribute
    limit address stop terminate end converge`,
}

const byLemma = new Map<string, VerbClass>()
for (const [name, list] of Object.entries(CLASSES))
  for (const lemma of list.trim().split(/\s+/))
    if (!byLemma.has(lemma)) byLemma.set(lemma, name as VerbClass)

/** The class of a lemma; a prefix (`re-`, `co-`, `self-`) changes nothing, any other verb acts on its object. */
export function classOf(lemma: string): VerbClass {
  const direct = byLemma.get(lemma)
  if (direct) return direct
  // "remove" is no "move", "resample" no "sample": a verb of its own keeps its own meaning.
  if (!lemma.includes('-') && verbOf(lemma)?.lemma === lemma && ACTION.includes(lemma)) return 'act'
  const bare = /^(?:re|co|pre|self|cross|auto)-?(.{3,})$/.exec(lemma)?.[1]
  const known = bare === undefined ? undefined : byLemma.get(bare)
  return known ?? 'act'
}

/** The lemma of a word that is a verb's past or -ing form: `ranked` in "the ranked passages". */
export const participleOf = (word: string): string | undefined => {
  if (!/(ed|en|t)$/.test(word)) return undefined
  const entry = verbOf(word)
  return entry?.forms.has('past') ? entry.lemma : undefined
}
