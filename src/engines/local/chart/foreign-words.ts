/**
 * Words of charts in other languages with the English ones that mean the same, first match first. They are exchanged
 * before an intent is read, so that there is one set of rules.
 */
const WORDS: readonly [RegExp, string][] = [
  // German; compounds end in what they are.
  [/\bgestapelte[srnm]? fl[aä]chendiagramme?/giu, ' stacked area chart '],
  [/\bgestapelte[srnm]? (?:balken|s[aä]ulen)diagramme?/giu, ' stacked bar chart '],
  [/\bgruppierte[srnm]? (?:balken|s[aä]ulen)diagramme?/giu, ' grouped bar chart '],
  [/\b(?:horizontale[srnm]?|liegende[srnm]?) balkendiagramme?/giu, ' horizontal bar chart '],
  [/\bfehlerbalken\b/giu, ' error bars '],
  [/\b(?:balken|s[aä]ulen)(?:diagramme?|grafik)?\b/giu, ' bar chart '],
  [/\b(?:linien|kurven)(?:diagramme?|grafik)\b/giu, ' line chart '],
  [/\b(?:streu|punkt)(?:diagramme?|wolke)\b/giu, ' scatter plot '],
  [/\b(?:kreis|torten|kuchen)diagramme?\b/giu, ' pie chart '],
  [/\b(?:ring|donut)diagramme?\b/giu, ' donut chart '],
  [/\bfl[aä]chendiagramme?\b/giu, ' area chart '],
  [/\b(?:netz|spinnen)diagramme?\b/giu, ' radar chart '],
  [/\bblasendiagramme?\b/giu, ' bubble chart '],
  [/\bhistogramme?\b(?! of)/giu, ' histogram '],
  [/\bkasten(?:grafik|diagramme?)\b/giu, ' box plot '],
  [/\bw[aä]rmekarte\b/giu, ' heatmap '],
  [/\bkorrelationsmatrix\b/giu, ' correlation matrix '],
  [/\b(?:konfusions|wahrheits)matrix\b/giu, ' confusion matrix '],
  [/\bverteilung(?:en)?\b/giu, ' distribution '],
  [/\bkonfidenz(?:band|intervall)e?\b/giu, ' confidence band '],
  [/\bstandardabweichung(?:en)?\b/giu, ' standard deviation '],
  [
    /\b(?:regressionsgerade|ausgleichsgerade|trendlinie|lineare[mnrs]? (?:fit|regression))\b/giu,
    ' linear regression ',
  ],
  [/\b(?:(?:mit|in) )?logarithmische[rnms]? (x|y)[- ]?achse\b/giu, ' log scale on the $1 axis '],
  [/\blogarithmisch(?:e[rnms]?)?\b/giu, ' logarithmic '],
  [/\b(x|y)[- ]achse\b/giu, ' $1 axis '],
  [/\babsteigend(?:e[rnms]?)?\b/giu, ' descending '],
  [/\baufsteigend(?:e[rnms]?)?\b/giu, ' ascending '],
  [/\bsortiert(?:e[rnms]?)?\b/giu, ' sorted '],
  [/\bgestapelt(?:e[rnms]?)?\b/giu, ' stacked '],
  [/\bgruppiert(?:e[rnms]?)?\b/giu, ' grouped '],
  [/\bwaagerecht(?:e[rnms]?)?\b/giu, ' horizontal '],
  [/\b(?:mittelwerte?|durchschnitt(?:liche[rnms]?)?)\b/giu, ' mean '],
  [/\bgestrichelte[rnms]? linie bei\b/giu, ' dashed line at '],
  [/\bhervorheben|\bhervorgehoben\b/giu, ' highlighted '],
  // Chinese, Japanese.
  [/百分比堆[叠积]|百分比堆積/gu, ' 100% stacked '],
  [/堆[叠积](?=面积图)/gu, ' stacked '],
  [/堆[叠积]/gu, ' stacked '],
  [/分组|并列/gu, ' grouped '],
  [/(?:横向|水平)(?=条形图|柱状图|柱形图|条)/gu, ' horizontal '],
  [/柱[状形]图|条形图|直条图|棒グラフ/gu, ' bar chart '],
  [/折[线線][图圖]|曲线图|線グラフ/gu, ' line chart '],
  [/散[点點][图圖]|散布図/gu, ' scatter plot '],
  [/[饼餅][图圖]|円グラフ/gu, ' pie chart '],
  [/[环環]形[图圖]|圆环图/gu, ' donut chart '],
  [/(?:相关性?|相关系数)(?:矩阵|热力?图)/gu, ' correlation matrix '],
  [/混淆矩阵/gu, ' confusion matrix '],
  [/热力?图|ヒートマップ/gu, ' heatmap '],
  [/直方图|ヒストグラム/gu, ' histogram '],
  [/箱[线型形]?图|箱ひげ図/gu, ' box plot '],
  [/小提琴图/gu, ' violin plot '],
  [/雷达图/gu, ' radar chart '],
  [/面积图/gu, ' area chart '],
  [/气泡图/gu, ' bubble chart '],
  [/密度图/gu, ' density plot '],
  [/森林图/gu, ' forest plot '],
  [/帕累托图/gu, ' pareto chart '],
  [/误差[棒线]/gu, ' error bars '],
  [/置信(?:区间|带)/gu, ' confidence band '],
  [/回归线|拟合线|线性拟合/gu, ' linear regression '],
  [/对数(?:坐标|刻度|轴)?/gu, ' log scale '],
  [/(?:按|从)?[^,，。\s]{0,6}(?:降序|从大到小|从高到低)(?:排[列序])?/gu, ' sorted descending '],
  [/(?:按|从)?[^,，。\s]{0,6}(?:升序|从小到大|从低到高)(?:排[列序])?/gu, ' sorted ascending '],
  [/突出显示?|高亮/gu, ' highlight '],
  [/分布/gu, ' distribution '],
  // French, Spanish.
  [
    /\b(?:diagramme|graphique) (?:en|à) (?:barres|b[aâ]tons)\b|\bgr[aá]fic[oa] de (?:barras|columnas)\b/giu,
    ' bar chart ',
  ],
  [/\bnuage de points\b|\b(?:gr[aá]fic[oa]|diagrama) de dispersi[oó]n\b/giu, ' scatter plot '],
  [/\bcourbes?\b|\b(?:graphique lin[eé]aire|gr[aá]fic[oa] de l[ií]neas?)\b/giu, ' line chart '],
  [
    /\bcamembert\b|\bdiagramme circulaire\b|\bgr[aá]fic[oa] (?:circular|de (?:pastel|torta))\b/giu,
    ' pie chart ',
  ],
  [/\bbo[iî]tes? à moustaches\b|\bdiagrama de caja\b/giu, ' box plot '],
  [/\bcarte de chaleur\b|\bmapa de calor\b/giu, ' heatmap '],
]

/** Little words, exchanged only where a word of a chart was; elsewhere they may well be names. */
const LITTLE: readonly [RegExp, string][] = [
  [/(?<![\p{L}\d])(?:nach|je|pro|par|por)(?![\p{L}\d])/giu, 'by'],
  [/(?<![\p{L}\d])(?:gegen|contre|contra)(?![\p{L}\d])/giu, 'against'],
  [/(?<![\p{L}\d])(?:über|ueber|au fil de|a lo largo de)(?![\p{L}\d])/giu, 'over'],
  [/(?<![\p{L}\d])(?:der|des|die|das|den|de la|de los|de las|du|de|del)(?![\p{L}\d])/giu, 'of the'],
  [/(?<![\p{L}\d])(?:und|et)(?![\p{L}\d])/giu, 'and'],
  [/(?<![\p{L}\d])(?:mit|avec|con)(?![\p{L}\d])/giu, 'with'],
]

/**
 * An intent with the words for charts in English; what stands in quotes, names of the data, and English itself stay.
 * `names` are those of the columns.
 */
export function inEnglish(intent: string, names: readonly string[]): string {
  const own = new Set(names.map((name) => name.toLowerCase()))
  return intent
    .split(/("[^"]*"|“[^”]*”)/)
    .map((part, i) => (i % 2 === 1 ? part : exchanged(part, own)))
    .join('')
}

function exchanged(text: string, own: ReadonlySet<string>): string {
  const by = (list: typeof WORDS, from: string) =>
    list.reduce(
      (all, [pattern, word]) =>
        all.replace(pattern, (match, letter) =>
          own.has(match.trim().toLowerCase()) ? match : word.replace('$1', String(letter)),
        ),
      from,
    )
  const found = by(WORDS, text)
  return found === text ? text : by(LITTLE, found).replace(/\s+/g, ' ').trim()
}
