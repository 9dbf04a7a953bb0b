import { join } from 'node:path'
import { Helper } from '../harness/processes'
import { aim, type Row } from '../harness/rows'

const WORDS = 'The samples were filtered, sorted and counted (n = 12); the model reads them. '

/** Texts that no author meant as a method, by what is odd about them. */
const HOSTILE: Record<string, string> = {
  'next to nothing': ' \n\t \u200b\n.\n',
  '100 kB': WORDS.repeat(Math.ceil(100_000 / WORDS.length)).slice(0, 100_000),
  'no verbs':
    'Aims, materials, methods, results, limitations. Mice; rats; a pump; two valves. '.repeat(5),
  Chinese:
    '首先对原始图像进行去噪和归一化，然后使用卷积神经网络提取特征。提取的特征输入到分类器中，得到每个样本的类别。最后，由两位医生检查结果。',
  Arabic:
    'في البداية تُجمع العينات من خمس محطات ثم تُرشَّح وتُحفظ في درجة حرارة منخفضة. بعد ذلك يُستخرج الحمض النووي ويُحلَّل، وتُخزَّن النتائج في قاعدة بيانات.',
  emoji: '🔬🧪➡️📊 👩‍🔬👨‍👩‍👧‍👦 🇯🇵🏳️‍🌈 ✅✅✅\n🧬🧬 🔁 🤖💬 — 🎉'.repeat(20),
  formulas:
    '$$\\mathcal{L} = \\sum_{i=1}^{N} \\lVert f_\\theta(x_i) - y_i \\rVert_2^2 + \\lambda \\lvert\\theta\\rvert$$ where $\\theta \\in \\mathbb{R}^d$, $x_{t+1} = x_t - \\eta \\nabla \\mathcal{L}(x_t)$; ∀ε>0 ∃δ>0: |x−y|<δ ⇒ |f(x)−f(y)|<ε. E = mc². p(z|x) ∝ p(x|z)·p(z)',
  HTML: '<!doctype html><html><head><script>alert("1")</script><style>a{b:c}</style></head><body onload="x()"><h1>Method</h1><p>Reads were <b>trimmed</b> &amp; mapped<br>to <i>hg38</i> &lt;script&gt;</p><img src=x onerror=alert(1)></body></html> ]]> <![CDATA[ \u0000\u0007\ufffe',
  'a label of 300 characters': `${'Ultra'.repeat(60)} -> Out\nOut -> ${'x'.repeat(300)}`,
  'only numbers': '1 2 3 4.5 6,7 8e9 -10 11/12 13:14 15% 0x16 17\n18 19 20\n3.14159 2.71828'.repeat(
    10,
  ),
}

/** What became of a text: `figure` is a valid one. */
export interface Fate {
  outcome: 'figure' | 'clear error' | 'invalid figure' | 'internal error' | 'too late'
  /** Why, where something is wrong. */
  why: string
}

const LIMIT_MS = 10_000

/** Reads and draws a text in a process of its own, which is killed after ten seconds. */
async function fate(text: string): Promise<Fate> {
  const child = new Helper<string, Fate>(join(import.meta.dir, 'hostile-child.ts'))
  try {
    const late = Bun.sleep(LIMIT_MS).then((): Fate => ({ outcome: 'too late', why: '10 s' }))
    return await Promise.race([child.ask(text), late])
  } catch (error) {
    return { outcome: 'internal error', why: String(error) }
  } finally {
    await child.end()
  }
}

export async function hostileRows(verbose: boolean): Promise<Row[]> {
  const fates: Fate[] = []
  for (const [name, text] of Object.entries(HOSTILE)) {
    const { outcome, why } = await fate(text)
    fates.push({ outcome, why })
    if (verbose || (outcome !== 'figure' && outcome !== 'clear error'))
      console.log(`hostile, ${name}: ${outcome}${why === '' ? '' : `, ${why}`}`)
  }
  const good = fates.filter(({ outcome }) => outcome === 'figure' || outcome === 'clear error')
  const value = good.length / fates.length
  const guard = { of: 'value', better: 'higher', tolerance: 0 } as const
  const figure = 'hostile: a valid figure or a clear error within 10 s'
  return [aim({ figure, value, unit: '', guard }, { least: 1 })]
}
