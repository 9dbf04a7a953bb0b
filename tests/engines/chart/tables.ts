/** Data as scientists send them, one of each shape. */
const times = <T>(count: number, of: (i: number) => T) =>
  Array.from({ length: count }, (_, i) => of(i))
/** The same numbers each time, evenly spread in 0 to 1. */
const spread = (i: number) => (i * 0.6180339887498949) % 1
const round = (value: number) => Math.round(value * 100) / 100

export const TABLES = {
  fruit: { apples: 12, pears: 7, plums: 19, cherries: 4 },
  scores: [3, 5, 4, 8, 6],
  revenue: {
    labels: ['Q1', 'Q2', 'Q3'],
    datasets: [
      { label: '2022', data: [5, 7, 6] },
      { label: '2023', data: [6, 8, 9] },
    ],
  },
  emissions: [
    { country: 'DE', '2019': 3.1, '2020': 2.9, '2021': 3.4 },
    { country: 'FR', '2019': 2.7, '2020': 2.5, '2021': 2.9 },
  ],
  visits: times(24, (i) => ({
    subject: `P${Math.floor(i / 3) + 1}`,
    visit: ['baseline', 'week 4', 'week 12'][i % 3],
    arm: i < 12 ? 'active' : 'placebo',
    score: round(8 - 0.4 * (i % 3) + spread(Math.floor(i / 3))),
  })),
  kinetics: {
    S_uM: [1, 2, 5, 10, 20],
    v: [0.3, 0.5, 1.2, 2.2, 3.6],
    v_sd: [0.1, 0.1, 0.2, 0.2, 0.3],
  },
  weights: times(60, (i) => round(50 + 20 * spread(i) + 10 * spread(3 * i))),
  trial: times(48, (i) => ({
    plot_id: `P${i + 1}`,
    field: ['North', 'South', 'East'][i % 3],
    water: i % 2 ? 'wet' : 'dry',
    nitrogen_kg: 40 * (1 + (Math.floor(i / 6) % 4)),
    yield_t: round(4 + (i % 3) + 2 * spread(i)),
  })),
  days: times(40, (i) => ({
    date: new Date(Date.UTC(2024, 0, 1 + i)).toISOString().slice(0, 10),
    visits: 100 + ((i * 37) % 50),
    returns: 20 + ((i * 11) % 15),
  })),
  losses: {
    epoch: times(10, (i) => i + 1),
    train_loss: times(10, (i) => round(2 / (i + 1))),
    val_loss: times(10, (i) => round(2.3 / (i + 1))),
  },
  growth: ['wild type', 'mutant'].flatMap((strain, k) =>
    times(6, (i) => ({
      hours: 4 * i,
      strain,
      od600: round(0.1 * (k + 1) * 1.6 ** i),
      sd: round(0.02 * (i + 1)),
    })),
  ),
  penguins: times(36, (i) => ({
    species: ['Adelie', 'Chinstrap', 'Gentoo'][i % 3],
    sex: i % 2 ? 'male' : 'female',
    bill_length_mm: round(36 + 4 * (i % 3) + 8 * spread(i)),
    body_mass_g: Math.round(3200 + 500 * (i % 3) + 900 * spread(5 * i)),
  })),
  models: [
    { model: 'ResNet', accuracy: 76.1, sem: 0.4 },
    { model: 'ViT', accuracy: 79.8, sem: 0.6 },
    { model: 'Ours', accuracy: 84.3, sem: 0.5 },
  ],
  metrics: {
    BERT: { precision: 0.81, recall: 0.77, f1: 0.79 },
    Ours: { precision: 0.86, recall: 0.84, f1: 0.85 },
  },
  confusion: {
    labels: ['cat', 'dog', 'fox'],
    matrix: [
      [50, 3, 2],
      [4, 45, 6],
      [1, 2, 48],
    ],
  },
  cells: ['A', 'B', 'C'].flatMap((gene, i) =>
    ['liver', 'brain', 'heart'].map((tissue, k) => ({ gene, tissue, expression: i * 3 + k - 3 })),
  ),
  energy: [2019, 2020, 2021].flatMap((year, i) =>
    ['coal', 'gas', 'wind'].map((source, k) => ({ year, source, twh: 40 - 5 * k + i * (k - 1) })),
  ),
  tests: times(40, (i) => ({ score: round(spread(i) * 0.6 + (i % 2) * 0.3), outcome: i % 2 })),
  patients: times(30, (i) => ({
    months: 1 + ((i * 7) % 29),
    death: Number(i % 3 > 0),
    arm: i % 2 ? 'drug' : 'placebo',
  })),
  studies: [
    { study: 'Adams 2011', odds_ratio: 0.72, ci_low: 0.55, ci_high: 0.94, weight: 20 },
    { study: 'Becker 2014', odds_ratio: 0.91, ci_low: 0.7, ci_high: 1.18, weight: 30 },
    { study: 'Chen 2016', odds_ratio: 0.65, ci_low: 0.44, ci_high: 0.96, weight: 15 },
  ],
  genes: times(40, (i) => ({
    gene: `g${i}`,
    log2fc: round(6 * spread(i) - 3),
    padj: round(spread(7 * i)) + 0.001,
  })),
  paired: times(8, (i) => ({ patient: `P${i}`, before: 140 + i, after: 128 + ((i * 5) % 13) })),
  answers: times(3, (i) => ({
    question: `Q${i + 1}`,
    disagree: 20 - 5 * i,
    neutral: 10,
    agree: 10 + 5 * i,
  })),
  steps: [
    { step: 'Start', change: 100 },
    { step: 'Sales', change: 40 },
    { step: 'Costs', change: -30 },
  ],
  german: 'sorte;ertrag_t;dünger\nRoggen;"4,5";ja\nWeizen;"6,25";ja\nHafer;"3,75";nein',
} as const
