/** Letters of T1, which pdflatex sets with no package more. */
const SET =
  /^[\x20-\x7e\u00a1-\u00ffĂăĄąĆćČčĎďĐđĘęĚěĞğİıĹĺĽľŁłŃńŇňŊŋŐőŒœŔŕŘřŚśŞşŠšŢţŤťŮůŰűŸŹźŻżŽž]$/

const SPECIAL: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '^': '\\textasciicircum{}',
  '~': '\\textasciitilde{}',
  '<': '\\textless{}',
  '>': '\\textgreater{}',
  '|': '\\textbar{}',
  '"': '\\textquotedbl{}',
  '\u00ad': '',
  ...{ '–': '--', '—': '---', '‘': '`', '’': "'", '“': '``', '”': "''", '…': '\\ldots{}' },
  '•': '\\textbullet{}',
  '€': '\\texteuro{}',
  '™': '\\texttrademark{}',
  '‰': '\\textperthousand{}',
  '\u2009': '\\,',
  '\u202f': '\\,',
  '\u2002': '\\enspace{}',
  '\u2003': '\\quad{}',
  '\u2011': '-',
}

/** Signs of mathematics: names of commands, in the order of the signs. */
const MATH = new Map(
  (
    [
      [
        'αβγδεζηθικλμνξπρςστυφχψω',
        'alpha beta gamma delta varepsilon zeta eta theta iota kappa lambda mu nu xi pi rho varsigma sigma tau upsilon varphi chi psi omega',
      ],
      ['ΓΔΘΛΞΠΣΥΦΨΩ', 'Gamma Delta Theta Lambda Xi Pi Sigma Upsilon Phi Psi Omega'],
      ['ϵϑϕϱ', 'epsilon vartheta phi varrho'],
      [
        '←→↑↓↔⇐⇒⇔↦',
        'leftarrow rightarrow uparrow downarrow leftrightarrow Leftarrow Rightarrow Leftrightarrow mapsto',
      ],
      [
        '−≤≥≠≈≡∼∝∞∂∇∑∏∫√∈∉⊂⊆∪∩∅∀∃∧∨⊕⊗⋅∗∘⟨⟩‖′ℓ≪≫≅⊥∥',
        'relax- leq geq neq approx equiv sim propto infty partial nabla sum prod int surd in notin subset subseteq cup cap emptyset forall exists wedge vee oplus otimes cdot ast circ langle rangle Vert prime ell ll gg cong perp parallel',
      ],
    ] as const
  ).flatMap(([signs, names]) => {
    const all = names.split(' ')
    return [...signs].map((sign, at) => [sign, `\\ensuremath{\\${all[at]}}`] as const)
  }),
)
const SUPERSCRIPT = '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻'
const SUBSCRIPT = '₀₁₂₃₄₅₆₇₈₉₊₋'
const DIGITS = '0123456789+-'

/** Words as pdflatex sets them; `unset` gets each sign that it cannot, which other engines are given as it is. */
export function texOf(text: string, unset: Set<string>): string {
  let tex = ''
  for (const sign of text.normalize('NFC')) {
    const [high, low] = [SUPERSCRIPT.indexOf(sign), SUBSCRIPT.indexOf(sign)]
    const known = SPECIAL[sign] ?? MATH.get(sign)
    if (known !== undefined) tex += known
    else if (high >= 0) tex += `\\textsuperscript{${DIGITS[high]}}`
    else if (low >= 0) tex += `\\textsubscript{${DIGITS[low]}}`
    else if (SET.test(sign)) tex += sign.replace(/[{}$&#_%]/, '\\$&')
    else if (/\s/.test(sign)) tex += ' '
    else if (/[\p{L}\p{M}\p{N}\p{P}\p{S}]/u.test(sign)) {
      unset.add(sign)
      tex += `\\other{${sign}}`
    }
  }
  return tex
}
