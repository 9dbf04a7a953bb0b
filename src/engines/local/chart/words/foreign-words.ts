import { SYNONYMS } from './synonyms'

/**
 * Words of charts in other languages with the English ones that mean the same, first match first. They are exchanged
 * before an intent is read, so that there is one set of rules.
 */
const WORDS: readonly [RegExp, string][] = [
  // German; compounds end in what they are.
  [
    /(?<!\p{L})(?:auf )?100 ?% (?:normiert|skaliert|normalisiert)(?:e[rnms]?)?(?!\p{L})|(?<!\p{L})(?:normiert|skaliert|normalisiert)(?:e[rnms]?)? auf 100 ?%/giu,
    ' normalised stack to 100 % ',
  ],
  [/(?<!\p{L})(violin|box|scatter)plots?(?!\p{L})/giu, ' $1 plot '],
  [
    /(?<!\p{L})(?:einzel(?:punkte|werte|messungen)|rohdaten|einzelne[rn]? (?:punkte|werte|messungen))(?: (?:bitte|als punkte|dar[üu]ber(?:legen|zeichnen|gelegt)?|[üu]berlagern?|zeigen))*(?!\p{L})/giu,
    ' single points on top ',
  ],
  [
    /(?<!\p{L})reihenfolge(?: von links(?: nach rechts)?| von oben(?: nach unten)?)?(?!\p{L})/giu,
    ' order ',
  ],
  [/(?<!\p{L})von links nach rechts(?!\p{L})/giu, ' from left to right '],
  [/(?<!\p{L})von oben nach unten(?!\p{L})/giu, ' from top to bottom '],
  [/(?<!\p{L})von (?=[-−]?\d+(?:[.,]\d+)? bis)/giu, ' from '],
  [/(?<=\d) bis (?=[-−]?\d)/giu, ' to '],
  [/(?<!\p{L})(?:werte|zahlen)(?!\p{L})(?: bitte)?/giu, ' values '],
  [
    /(?<!\p{L})(?:in|an|auf|[üu]ber|neben) (?:die|den|das|dem|jede[rnms]?)(?: einzelnen?)? (?:zellen?|felder?n?)(?!\p{L})/giu,
    ' in the cells ',
  ],
  [
    /(?<!\p{L})(?:in|an|auf|[üu]ber|neben) (?:die|den|das|dem|jede[rnms]?) (?:balken|s[äa]ulen?)(?!\p{L})/giu,
    ' on the bars ',
  ],
  [/(?<!\p{L})(?:schreiben|eintragen|anzeigen|einblenden)(?!\p{L})/giu, ' shown '],
  [
    /(?<!\p{L})(?:anzahl|h[äa]ufigkeit) (?:der|von) (\p{L}+) (?:je|pro)(?!\p{L})/giu,
    ' number of $1 by ',
  ],
  [
    /(?<!\p{L})je(?:de[rsnm]?)? \p{L}+ (?:ein )?eigene[srnm]? (?:feld|teilbild|diagramm|bild|panel)(?!\p{L})/giu,
    ' $& small multiples ',
  ],
  [/(?<!\p{L})in abh[äa]ngigkeit (?:von|der|des)(?!\p{L})/giu, ' as a function of '],
  [/(?<!\p{L})farbskala(?!\p{L})/giu, ' palette '],
  [/\b(?:x|waagerechte|horizontale)[rn]?[- ]?achse\b/giu, ' x axis '],
  [/\b(?:y|senkrechte|vertikale)[rn]?[- ]?achse\b/giu, ' y axis '],
  [/\bwerteachse\b/giu, ' value axis '],
  [/\bachsen(?:titel|beschriftung(?:en)?|namen?)\b/giu, ' axis titles '],
  [/\bachsen\b/giu, ' axes '],
  [/(?<!\p{L})(?:titel|[üu]berschrift)(?!\p{L})/giu, ' title '],
  [/\b(?:betitelt|[üu]berschrieben)(?: mit)?\b/giu, ' titled '],
  [
    /(?<!\p{L})mit (?:der |dem )?(?:beschriftung|aufschrift|bezeichnung|text)(?!\p{L})/giu,
    ' labelled ',
  ],
  [/\b(?:beschriftet|beschriftung)(?: (?:mit|als))?\b/giu, ' labelled '],
  [/\b(?:ohne|keine?n?) legende\b/giu, ' no legend '],
  [/\blegende (?:unten|darunter)\b/giu, ' legend at the bottom '],
  [/\blegende (?:oben|dar[üu]ber)\b/giu, ' legend at the top '],
  [/\blegende rechts\b/giu, ' legend on the right '],
  [/\blegende\b/giu, ' legend '],
  [
    /(?<!\p{L})(?:gr[öo](?:ß|ss)te[rns]?|h[öo]chste[rns]?)(?: \p{L}+)? (?:zuerst|oben|links|voran)(?!\p{L})/giu,
    ' largest first ',
  ],
  [
    /\b(?:kleinste|niedrigste)[rns]?(?: \p{L}+)? (?:zuerst|oben|links|voran)\b/giu,
    ' smallest first ',
  ],
  [
    /\b(?:horizontale|liegende|waagerechte)[srnm]? (?:balken|s[aä]ulen)\b/giu,
    ' horizontal bar chart ',
  ],
  [
    /\b(?:werte|zahlen)(?: (?:[üu]ber|auf|an|in|neben) den (?:balken|s[aä]ulen|zellen|feldern))\b/giu,
    ' values on the bars ',
  ],
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
  [/(?<!\p{L})gestapelte[srnm]? fl[aä]chen?(?!\p{L})/giu, ' stacked area chart '],
  [/\bfl[aä]chen?(?:diagramme?|grafik)?\b/giu, ' area chart '],
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
    /(?<!\p{L})(?:aires|surfaces) empil[ée]es(?!\p{L})|(?<!\p{L})[áa]reas apiladas(?!\p{L})/giu,
    ' stacked area chart ',
  ],
  [
    /(?<!\p{L})(?:graphique|diagramme|gr[áa]fic[oa]) (?:à|en|de) (?:bulles|burbujas)(?!\p{L})/giu,
    ' bubble chart ',
  ],
  [
    /(?<!\p{L})(?:taille|tama[ñn]o)(?: (?:des|de las?) (?:bulles|points|burbujas))?(?: (?:selon|proportionnelle? à|seg[úu]n))(?!\p{L})/giu,
    ' size by ',
  ],
  [/(?<!\p{L})(?:couleurs?|color(?:es)?) (?:selon|par|seg[úu]n|por)(?!\p{L})/giu, ' colour by '],
  [
    /(?<!\p{L})(?:en fonction|en funci[óo]n) (?:de la|de l['’]|du|des|del|de)(?!\p{L})\s?/giu,
    ' as a function of ',
  ],
  [
    /(?<!\p{L})petits multiples(?!\p{L})(?: ?: ?(?=(?:une?|le|la) [^,;.:]{3,24} par (\p{L}+)))?/giu,
    ' small multiples by $1; ',
  ],
  [
    /(?<!\p{L})de la plus \p{L}+ (?:à|vers) la moins \p{L}+(?!\p{L})|(?<!\p{L})du plus (?:grand|fr[ée]quent|haut|[ée]lev[ée]) au (?:plus petit|moins \p{L}+|plus bas)(?!\p{L})/giu,
    ' sorted descending ',
  ],
  [/(?<!\p{L})de la moins \p{L}+ (?:à|vers) la plus \p{L}+(?!\p{L})/giu, ' sorted ascending '],
  [/(?<!\p{L})(?:nombre|n[úu]mero) d(?:e |['’]|es )(\p{L}+)(?!\p{L})/giu, ' number of $1 '],
  [/(?<!\p{L})(?:la )?droite de r[ée]gression(?!\p{L})/giu, ' linear regression '],
  [/(?<!\p{L})de (?=[-−]?\d+(?:[.,]\d+)? à)/giu, ' from '],
  [/(?<=\d) à (?=[-−]?\d)/giu, ' to '],
  [/(?<!\p{L})(?:dans les (?:cellules|cases)|en las celdas)(?!\p{L})/giu, ' in the cells '],
  [/(?<!\p{L})(?:sur les|au-dessus des|sobre las) (?:barres|barras)(?!\p{L})/giu, ' on the bars '],
  [/(?<!\p{L})(?:moyennes?|media)(?!\p{L})/giu, ' mean '],
  [
    /(?<!\p{L})(?:axe (?:des abscisses|horizontal|(?:des )?x)|abscisses?|eje (?:horizontal|x)|eje de las x)(?!\p{L})/giu,
    ' x axis ',
  ],
  [
    /(?<!\p{L})(?:axe (?:des ordonn[ée]es|vertical|(?:des )?y)|ordonn[ée]es?|eje (?:vertical|y)|eje de las y)(?!\p{L})/giu,
    ' y axis ',
  ],
  [/(?<!\p{L})axe des valeurs(?!\p{L})/giu, ' value axis '],
  [/(?<!\p{L})titres? des axes(?!\p{L})/giu, ' axis titles '],
  [/(?<!\p{L})(?:titre|t[íi]tulo)(?!\p{L})/giu, ' title '],
  [/(?<!\p{L})(?:intitul[ée]e?s?|titulad[oa]s?)(?!\p{L})/giu, ' titled '],
  [/(?<!\p{L})(?:sans|sin) (?:l[ée]gende|leyenda)(?!\p{L})/giu, ' no legend '],
  [/(?<!\p{L})(?:l[ée]gende|leyenda)(?!\p{L})/giu, ' legend '],
  [
    /(?<!\p{L})(?:barres|b[aâ]tons|barras) horizonta(?:les|ux)(?!\p{L})/giu,
    ' horizontal bar chart ',
  ],
  [
    /(?<!\p{L})(?:histogramme|diagramme|graphique|gr[áa]fic[oa]) (?:empil[ée]e?|apilad[oa])s?(?!\p{L})/giu,
    ' stacked bar chart ',
  ],
  [/(?<!\p{L})(?:barres|barras) (?:empil[ée]es|apiladas)(?!\p{L})/giu, ' stacked bar chart '],
  [/(?<!\p{L})(?:barres|barras) (?:group[ée]es|agrupadas)(?!\p{L})/giu, ' grouped bar chart '],
  [
    /(?<!\p{L})(?:diagramme|graphique|gr[áa]fic[oa]) en anneaux?(?!\p{L})|(?<!\p{L})anneau(?!\p{L})/giu,
    ' donut chart ',
  ],
  [
    /(?<!\p{L})(?:dans l['’]ordre des donn[ée]es|en el orden de los datos)(?!\p{L})/giu,
    ' in data order ',
  ],
  [
    /(?<!\p{L})(?:(?:par )?ordre croissant|de menor a mayor|du plus petit au plus grand)(?!\p{L})/giu,
    ' sorted ascending ',
  ],
  [
    /(?<!\p{L})(?:(?:par )?ordre d[ée]croissant|de mayor a menor|du plus grand au plus petit)(?!\p{L})/giu,
    ' sorted descending ',
  ],
  [
    /(?<!\p{L})(?:droite|ligne) de r[ée]gression(?!\p{L})|(?<!\p{L})(?:recta|l[íi]nea) de regresi[óo]n(?!\p{L})/giu,
    ' linear regression ',
  ],
  [
    /(?<!\p{L})[ée]chelle logarithmique(?!\p{L})|(?<!\p{L})escala logar[íi]tmica(?!\p{L})/giu,
    ' log scale ',
  ],
  [/(?<!\p{L})barres d['’]erreur(?!\p{L})|(?<!\p{L})barras de error(?!\p{L})/giu, ' error bars '],
  [/(?<!\p{L})(?:barres|barras)(?!\p{L})/giu, ' bar chart '],
  [/(?<!\p{L})(?:la )?(?:r[ée]partition|distribuci[óo]n)(?!\p{L})/giu, ' distribution '],
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
  [/(?<!\p{L})horizontal(?:e[rnms]?|es|aux|mente)(?!\p{L})/giu, ' horizontal '],
  [/(?<!\p{L})(?:valeurs|valores)(?!\p{L})/giu, ' values '],
]

/** Little words, exchanged only where a word of a chart was; elsewhere they may well be names. */
const LITTLE: readonly [RegExp, string][] = [
  [/(?<![\p{L}\d])(?:nach|je|pro|par|por)(?![\p{L}\d])/giu, 'by'],
  [/(?<![\p{L}\d])(?:gegen|contre|contra)(?![\p{L}\d])/giu, 'against'],
  [/(?<![\p{L}\d])(?:über|ueber|au fil de|a lo largo de)(?![\p{L}\d])/giu, 'over'],
  [/(?<![\p{L}\d])(?:der|des|die|das|den|de la|de los|de las|du|de|del)(?![\p{L}\d])/giu, 'of the'],
  [/(?<![\p{L}\d])(?:und|et)(?![\p{L}\d])/giu, 'and'],
  [/(?<=\(\s?)en (?=\S)/giu, 'in '],
  [/(?<![\p{L}\d])(?:selon|seg[úu]n)(?![\p{L}\d])/giu, 'by'],
  [/(?<![\p{L}\d])(?:mit|avec|con)(?![\p{L}\d])/giu, 'with'],
  [/(?<![\p{L}\d])punkten?(?![\p{L}\d])/giu, 'points'],
  [/(?<![\p{L}\d])(?:ohne|sans|sin)(?![\p{L}\d])/giu, 'without'],
  [/(?<![\p{L}\d])(?:blau(?:e[rnms]?)?|bleue?s?|azul(?:es)?)(?![\p{L}\d])/giu, 'blue'],
  [/(?<![\p{L}\d])(?:rot(?:e[rnms]?)?|rouges?|roj[oa]s?)(?![\p{L}\d])/giu, 'red'],
  [/(?<![\p{L}\d])(?:gr[üu]n(?:e[rnms]?)?|verte?s?|verdes?)(?![\p{L}\d])/giu, 'green'],
  [/(?<![\p{L}\d])(?:grau(?:e[rnms]?)?|grise?s?)(?![\p{L}\d])/giu, 'grey'],
  [/(?<![\p{L}\d])orangen?(?![\p{L}\d])/giu, 'orange'],
  [/(?<![\p{L}\d])(?:schwarz(?:e[rnms]?)?|noire?s?|negr[oa]s?)(?![\p{L}\d])/giu, 'black'],
  [/(?<![\p{L}\d])en (?=(?:blue|red|green|grey|black|orange)\b)/giu, 'in '],
]

/**
 * An intent in the words that the rules know; what stands in quotes, names of the data, and other English stay.
 * `names` are those of the columns.
 */
export function inEnglish(intent: string, names: readonly string[]): string {
  const own = new Set(names.map((name) => name.toLowerCase()))
  return intent
    .split(/("[^"]*")/)
    .map((part, i) => (i % 2 === 1 ? part : exchanged(part, own)))
    .join('')
    .trim()
}

function exchanged(text: string, own: ReadonlySet<string>): string {
  const by = (list: typeof WORDS, from: string) =>
    list.reduce(
      (all, [pattern, word]) =>
        all.replace(pattern, (match, letter) =>
          own.has(match.trim().toLowerCase())
            ? match
            : word.replace('$1', String(letter ?? '')).replace('$&', match),
        ),
      from,
    )
  const found = by(WORDS, text)
  const english = found === text ? text : by(LITTLE, found).replace(/\s+/g, ' ')
  return by(SYNONYMS, english)
}
