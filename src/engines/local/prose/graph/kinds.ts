import type { NodeKind } from '../../../../forms/diagram'
import type { Entity } from './world'

const HUMAN =
  /^(user|human|people|person|teacher|learner|student|customer|operator|participant|patient|expert|annotator|reviewer|rater|clinician|physician|radiologist|pathologist|technician|researcher|author|engineer|developer|analyst|moderator|editor|client|nurse|volunteer|administrator|farmer|driver|observer|interviewer|respondent|reader)$/
const STORE =
  /^(store|database|index|registry|memory|cache|log|bucket|repository|repositorie|warehouse|lake|queue|archive|catalogue|catalog|table|library|buffer|bank|memtable|sstable|ledger)$/
const METRIC =
  /^(loss|score|metric|error|accuracy|objective|reward|entropy|divergence|visibility|auc|f1|rating|criterion|cost)$/
const DOCUMENT =
  /^(report|document|article|paper|manuscript|letter|form|note|questionnaire|abstract|outline|page|file|transcript|summary|protocol|record|review|latex|pdf)$/
const DECISION = /^(decision|check|gate|test|condition|approval|threshold)$/
const MODEL =
  /(net|bert|former|vae|gan|cnn|rnn|lstm|mlp|llm|gpt)$|^(model|network|encoder|decoder|classifier|regressor|transformer|generator|discriminator|forest|ensemble|autoencoder|u-net|detector|predictor|denoiser|backbone|embedder|policy|estimator|perceptron)$/

/** What a node is, by the last noun of its name and by what the text lets it do. */
export function kindOf(entity: Entity): NodeKind {
  const head = entity.head
  if (entity.step)
    return /^(check|decide|verify)$/.test([...entity.verbs][0] ?? '') ? 'decision' : 'process'
  if (HUMAN.test(head)) return 'human'
  if (METRIC.test(head)) return 'metric'
  if (entity.learns || MODEL.test(head)) return 'model'
  if (entity.stores || STORE.test(head)) return 'store'
  if (entity.acts) return DECISION.test(head) ? 'decision' : 'process'
  return DOCUMENT.test(head) ? 'document' : 'data'
}
