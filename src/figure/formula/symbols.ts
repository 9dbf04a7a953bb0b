const PAIRS = `
  alpha α  beta β  gamma γ  delta δ  epsilon ε  varepsilon ε  zeta ζ  eta η  theta θ  vartheta ϑ  iota ι  kappa κ
  lambda λ  mu μ  nu ν  xi ξ  pi π  rho ρ  sigma σ  tau τ  upsilon υ  phi φ  varphi φ  chi χ  psi ψ  omega ω
  Gamma Γ  Delta Δ  Theta Θ  Lambda Λ  Xi Ξ  Pi Π  Sigma Σ  Phi Φ  Psi Ψ  Omega Ω  sum ∑  prod ∏  int ∫  partial ∂
  nabla ∇  infty ∞  ell ℓ  hbar ℏ  times ×  cdot ·  div ÷  pm ±  mp ∓  leq ≤  le ≤  geq ≥  ge ≥  neq ≠  ne ≠  ll ≪
  gg ≫  approx ≈  sim ∼  equiv ≡  propto ∝  in ∈  notin ∉  subset ⊂  subseteq ⊆  cup ∪  cap ∩  emptyset ∅
  forall ∀  exists ∃  land ∧  lor ∨  neg ¬  to →  rightarrow →  leftarrow ←  leftrightarrow ↔  Rightarrow ⇒
  mapsto ↦  circ ∘  odot ⊙  oplus ⊕  otimes ⊗  star ⋆  ast ∗  mid |  vert |  Vert ‖  | ‖  parallel ∥  perp ⊥
  langle ⟨  rangle ⟩  ldots …  dots …  cdots ⋯  top ⊤  prime ′  degree °  % %  $ $  # #  & &  _ _  { {  } }
`

/** TeX commands that stand for one sign. */
export const SYMBOLS: Readonly<Record<string, string>> = Object.fromEntries(
  PAIRS.trim()
    .split(/\s{2,}/)
    .map((pair) => pair.split(' ')),
)

/** Signs with space on both sides. */
export const RELATIONS = new Set('=<>≤≥≠≪≫≈∼≡∝∈∉⊂⊆→←↔⇒↦+−±∓×÷∪∩∧∨⊕⊗⊙')

/** Names set upright. */
export const FUNCTIONS = new Set(
  'log ln exp sin cos tan max min argmax argmin arg lim sup inf det dim softmax Pr'.split(' '),
)

/** Accents as combining characters. */
export const ACCENTS: Readonly<Record<string, string>> = {
  hat: '\u0302',
  widehat: '\u0302',
  bar: '\u0304',
  overline: '\u0304',
  tilde: '\u0303',
  widetilde: '\u0303',
  dot: '\u0307',
  vec: '\u20d7',
}

/** Alphabets by the code point of their A; what Unicode had encoded before lies elsewhere. */
const EARLIER: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  mathbb: { C: 'ℂ', H: 'ℍ', N: 'ℕ', P: 'ℙ', Q: 'ℚ', R: 'ℝ', Z: 'ℤ' },
  mathcal: { B: 'ℬ', E: 'ℰ', F: 'ℱ', H: 'ℋ', I: 'ℐ', L: 'ℒ', M: 'ℳ', R: 'ℛ' },
}
const FIRST: Readonly<Record<string, number>> = { mathbb: 0x1d538, mathcal: 0x1d49c }

/** A capital in blackboard bold or script; any other letter stays as it is. */
export function alphabet(name: string, letter: string): string {
  const first = FIRST[name]
  if (first === undefined || !/^[A-Z]$/.test(letter)) return letter
  return (
    EARLIER[name]?.[letter] ??
    String.fromCodePoint(first + letter.charCodeAt(0) - 'A'.charCodeAt(0))
  )
}
