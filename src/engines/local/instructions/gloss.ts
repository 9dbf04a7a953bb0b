/**
 * Words of drawing instructions by what they are called in English, `english: regular expression`, for languages with and
 * without blanks; behind `/` articles, prepositions and the like, which make no sentence an instruction.
 */
const GLOSSES: Readonly<Record<string, string>> = {
  de: `please: bitte; create: erstelle; draw: zeichne(?:n sie)?|male(?:n sie)?; show: zeige(?:n sie)?|stelle; make: mach(?:e|en sie)?; colour: färbe;
    mark: markiere; use: verwende(?:n sie)?|benutze|nutze; highlight: hebe|betone; add: füge|ergänze; keep: halte; leave out: lass(?:e|en sie)?; join: verbinde;
    should be: soll(?:en|te|ten)?|muss|müssen; left to right: von links nach rechts; top to bottom: von oben nach unten; title: titel;
    arrows: pfeile?n?; boxes: kästen|kästchen; steps: schritte; figure: abbildung|figur|grafik; diagram: diagramm; background: hintergrund;
    trapezoid: trapez; circle: kreis; cylinder: zylinder; diamond: raute; hexagon: sechseck; document: dokument;
    blue: blaue?[nmrs]?; red: rote?[nmrs]?; green: grüne?[nmrs]?; yellow: gelbe?[nmrs]?; purple: lila|violett; pink: rosa; brown: braune?[nmrs]?;
    black: schwarze?[nmrs]?; white: weiße?[nmrs]?; grey: graue?[nmrs]?;
    i want: ich (?:möchte|will|hätte gerne?|wünsche mir); place: setze?|platziere|lege?|ordne; above: über|oberhalb; below: unter(?:halb)?; left: links|linke[nrs]?; right: rechts|rechte[nrs]?;
    top: oben|obere[nrs]?; bottom: unten|untere[nrs]?; middle: mitte; lines: linien?|striche?; borders: r[aä]nd(?:er)?|rahmen; font: schrift(?:art)?; columns: spalten?; rows: zeilen?|reihen?; icons: symbole?;
    labels: beschriftung(?:en)?; corners: ecken; shadows: schatten; grayscale: graustufen; picture: bild; thick: dicke?[nrs]?|fette?[nrs]?; thin: dünne?[nrs]?; large: große?[nrs]?|größer; small: kleine?[nrs]?;
    round: runde?[nrs]?|abgerundete?[nrs]?; dashed: gestrichelte?[nrs]?; simple: einfach|schlicht; readable: (?:gut )?lesbar; colors: farben; avoid: vermeide; belongs: geh(?:ört|ören); text: texte?; module: module?n?
    / no: keine?[nrs]?|ohne; two: zwei; three: drei; four: vier; the: de[nmr]|die|das; a: eine?[nmrs]?; it: es|alles; and: und; as a: als(?: ein(?:en)?)?; for: für; next to: neben; with: mit;
    : hervor|hinzu|dar|weg|sein|stehen|dass`,
  fr: `please: s.il (?:te|vous) plaît|veuillez|merci de(?! vo); create: créez?; draw: dessine[rz]?|trace[rz]?; show: montrez?|affichez?|représente[rz]?; highlight: met(?:s|tez)(?=.* en évidence)|surligne[rz]?; make: mets|mettez|rends|rendez|fais|faites;
    colour: colori?e[rz]?; use: utilise[rz]?|emploie; add: ajoute[rz]?; keep: gardez?; omit: omets|omettez|enlève|retire[rz]?; join: relie[rz]?;
    should be: doi(?:t|vent)(?: être)?; left to right: de gauche à droite; top to bottom: de haut en bas; title: titre; arrows: flèches?; boxes: boîtes|cases|cadres;
    steps: étapes; diagram: schéma|diagramme; background: fond; trapezoid: trapèze; circle: cercle; cylinder: cylindre; diamond: losange; hexagon: hexagone;
    blue: bleue?s?; red: rouges?; green: verte?s?; yellow: jaunes?; purple: violet(?:te)?s?; pink: roses?; brown: bruns?; black: noire?s?; white: blanc(?:he)?s?; grey: grise?s?;
    i want: je (?:veux|voudrais|souhaite)|j['’]aimerais; place: place[rz]?|mettre|dispose[rz]?; above: au[- ]dessus d[eu]|sur; below: (?:en|au)[- ]dessous d[eu]|sous; left: gauche; right: droite; top: haut; bottom: bas; middle: milieu;
    center: centre; lines: lignes?|traits?; borders: bord(?:ure)?s?; font: police; letters: lettres; columns: colonnes?; panels: panneaux?; icons: icônes?; labels: étiquettes?; corners: coins; shadows: ombres?; gradients: dégradés?;
    picture: dessin; thick: épaisse?s?|épais; thin: fine?s?; large: grande?s?|grosse?s?|gros; small: petite?s?; round: arrondie?s?; dashed: pointillée?s?|pointillés; bold: gras; simple: simple|sobre; readable: lisibles?; colors: couleurs; avoid: évite[rz]?; text: texte; module: modules?
    / no: sans|pas d[e'’]; two: deux; three: trois; four: quatre; only: seulement; : en évidence; the: l['’]|les?|la|du; a: une?; in: en; and: et; as a: comme(?: une?)?|sous forme d[e'’] ?(?:une?)?; for: pour; next to: à côté d[eu]|près d[eu]; with: avec`,
  es: `please: por favor; create: crea|cree; draw: dibuj[ae]; show: muestr[ae]; make: ^que(?=.* sean? )|(?:haz|haga)(?: que)?|pon(?:ga)?; colour: colore[ae]|pint[ae]; use: us[ae]|utili[cz][ae];
    highlight: resalt[ae]|destaca; add: añad[ae]|agreg(?:a|ue); keep: mant[eé]n|mantenga; keep it: mantenlo; omit: omit[ae]|quita; join: conecta|conecte|une;
    should be: debe(?:n|r[ií]an?)?(?: ser)?; left to right: de izquierda a derecha; top to bottom: de arriba (?:a )?abajo; title: título; arrows: flechas?;
    boxes: cajas|cuadros; steps: pasos; figure: figura; diagram: diagrama; background: fondo; trapezoid: trapecio; circle: círculo; cylinder: cilindro;
    diamond: rombo; hexagon: hexágono; blue: azul(?:es)?; red: roj[oa]s?; green: verdes?; orange: naranjas?; yellow: amarill[oa]s?; purple: morad[oa]s?; pink: rosas?; brown: marr[oó]n(?:es)?;
    black: negr[oa]s?; white: blanc[oa]s?; grey: gris(?:es)?;
    i want: quiero|quisiera|me gustar[ií]a; place: colo(?:ca|que)|pon|sit[uú][ae]; above: encima del?|sobre; below: debajo del?|bajo; left: izquierd[ao]; right: derech[ao]; top: arriba|superior; bottom: abajo|inferior; center: centro;
    lines: líneas?; borders: bordes?; font: fuente|tipografía; letters: letras?; text: texto; columns: columnas?; rows: filas?; panels: panel(?:es)?; icons: iconos?; labels: etiquetas?; corners: esquinas; shadows: sombras?; gradients: degradados?;
    design: diseño; style: estilo; thick: grues[oa]s?; thin: fin[oa]s?|delgad[oa]s?; large: grandes?; small: pequeñ[oa]s?; round: redondead[oa]s?; dashed: discontinu[oa]s?|punteadas?; bold: negrita; simple: sencill[oa]|simple;
    readable: legibles?; colors: colores; avoid: evit[ae]; module: módulos?
    / no: sin; two: dos; three: tres; four: cuatro; only: solo; the: el|l[ao]s?; a: una?; in: en|de color; and: y; as a: como(?: una?)?; for: para; next to: junto al?|al lado del?; with: con; : seana?|sean?`,
  pt: `please: por favor; create: crie; draw: desenh[ae]; show: mostr[ae]; make: faça(?: com que)?|torne|deixe; colour: pint[ae]; use: use|utili[sz]e; highlight: destaque|realce;
    add: adicione|acrescente; keep: mantenha; omit: omita|remova; join: conecte|ligue; should be: deve(?:m|ria)?(?: ser)?; left to right: da esquerda para a direita;
    top to bottom: de cima para baixo; title: título; arrows: setas?; boxes: caixas; steps: passos|etapas; figure: figura; diagram: diagrama; background: fundo;
    trapezoid: trapézio; circle: círculo; cylinder: cilindro; blue: azu(?:l|is); red: vermelh[oa]s?; green: verdes?; orange: laranjas?; yellow: amarel[oa]s?; purple: rox[oa]s?;
    brown: marrom|castanh[oa]s?; black: pret[oa]s?; white: branc[oa]s?; grey: cinzas?;
    i want: quero|(?:eu )?gostaria de; place: colo(?:que|ca)|ponha|posicione; above: acima d[eoa]|sobre; below: abaixo d[eoa]|(?:em)?baixo d[eoa]|sob; left: esquerd[ao]; right: direit[ao]; top: topo|superior; bottom: inferior; center: centro; lines: linhas?;
    borders: bordas?; font: fonte; letters: letras?; text: texto; columns: colunas?; rows: fileiras?; panels: pain[eé]l|painéis; icons: ícones?; labels: rótulos?; corners: cantos; shadows: sombras?; gradients: gradientes?; style: estilo; design: desenho;
    thick: gross[oa]s?; thin: fin[oa]s?; large: grandes?|maior(?:es)?; small: pequen[oa]s?; round: arredondad[oa]s?; dashed: tracejad[oa]s?; bold: negrito; simple: simples; readable: legíve(?:l|is); colors: cores; avoid: evite; module: módulos?
    / no: não|sem; two: dois|duas; three: três; four: quatro; only: apenas; the: [oa]s?; a: uma?; in: em|de; and: e; as a: como(?: uma?)?; for: para; next to: ao lado d[eoa]; with: com; : sejam?`,
  it: `please: per favore; create: crea; draw: disegna(?:te)?; show: mostra(?:te)?; make: rendi|fai; colour: colora; use: usa(?:te)?|utilizza; highlight: evidenzia; add: aggiungi;
    keep: mantieni; omit: ometti|togli; join: collega; should be: (?:deve|devono|dovrebbe)(?: essere| stare)?; left to right: da sinistra a destra; top to bottom: dall['’]alto (?:in|al|verso il) basso;
    title: titolo; arrows: frecc(?:ia|e); boxes: riquadri|caselle; steps: passi|fasi; figure: figura; diagram: diagramma; background: sfondo; trapezoid: trapezio;
    circle: cerchio; cylinder: cilindro; blue: blu; red: ross[oaie]; green: verd[ei]; orange: arancion[ei]; yellow: giall[oaie]; purple: viola; brown: marron[ei]; black: ner[oaie];
    white: bianc(?:[oa]|h[ie]); grey: grigi[oae]?;
    i want: voglio|vorrei|mi piacerebbe; place: metti|disponi|posiziona|colloca; above: sopra; below: sotto; left: sinistra; right: destra; top: alto; bottom: basso; center: centro; lines: line[ae]|tratti; borders: bord[oi]; font: carattere;
    letters: lettere; text: testo; columns: colonn[ae]; rows: righe?; panels: pannell[oi]; icons: icon[ae]; labels: etichett[ae]; corners: angoli; shadows: ombr[ae]; gradients: sfumatur[ae]; style: stile; side: affiancat[aei]; around: attorno al(?:l['’]|la|lo)?; thick: spess[oiae];
    thin: sottil[ei]; large: grand[ei]; small: piccol[oiae]; round: arrotondat[oiae]; dashed: tratteggiat[oiae]; bold: grassetto; simple: semplice; minimalist: minimalista; readable: leggibil[ei]; colors: colori; avoid: evita; module: moduli
    / no: niente|senza; two: due; three: tre; four: quattro; the: il|l[oae]|gli|i|l['’]; a: un[oa]?; in: in|di; and: e; as a: come(?: una?)?; for: per; next to: accanto al(?:la|lo)?|vicino al(?:la|lo)?; with: con`,
  zh: `draw: (?<=^|[，。请請])(?:画|畫|绘制|繪製)(?=[^了]); please: [请請](?=[画畫绘繪把将將用使采在让讓不别保避加添强強标標给給]); use: (?<=^|[，。请請])用|使用|采用(?=[^，。]*箭)|採用(?=[^，。]*箭); for: (?<=色)来?(?:画|畫|表示|突?[显顯]示|突出(?!显示|顯示)|突出[显顯]示);
    make: [把将將](?=.*(?:[画畫涂塗标標改]成|[设設标標]?[为為].?色|[显顯]示[为為])); should be: [应應该該要]+(?:是|为|為|用)|(?<!^)用(?=[^用]{1,2}色[。！]?$)|(?<=[体條条框头頭线線])要; highlight: (?<=^|[，。请請])(?:突出(?:显示|顯示)?|高亮); keep it: 保持(?=[简簡]);
    i want: 我(?:想要?|希望|要); left to right: [从從由]左[到至向]右; top to bottom: [从從由]上[到至]下|自上而下; leave out the: ^不要[画畫显顯]示?; place: [摆擺放]+[在到置]; above: 上[方面边邊]; below: 下[方面边邊]; left: 左[侧側边邊方]; right: 右[侧側边邊方]; middle: 中[间間央];
    rows: (?<=[一两兩二三四])[行排]; columns: (?<=[一两兩二三四])[列栏欄]; layout: 布局; icons: 图标|圖標; figure: (?<=[的张張])[图圖](?![像标標])|示意[图圖]; lines: [线線][条條]|(?<=[粗细細虚虛])[线線]; dashed: [虚虛](?=[线線]); thick: 粗(?=[线線])|粗一?些; thin: [细細](?=[线線])|[细細]一?些|(?<=要)[细細];
    large: 大一?些; font: 字[体體]; corners: [圆圓]角; shadows: [阴陰]影; style: 风格|風格; simple: [简簡][洁潔单單]; border: [边邊]框; arrows: 箭[头頭]; background: 背景; blue: [蓝藍]色; red: [红紅]色; green: [绿綠]色; orange: 橙色; yellow: [黄黃]色; purple: 紫色; pink: 粉[红紅]?色;
    brown: 棕色; black: 黑色; white: 白色; grey: 灰色 / no: 不要; two: [两兩二](?=[行排列栏欄]); three: 三(?=[行排个個列栏欄]); : 的|一[个個张張]|[个個和与與在把将將]|[画畫涂塗标標改]成|[设設标標]?[为為](?= ?.?色)|[显顯]示[为為]`,
  ja: `should be highlighted: を強調(?:して)(?:ください)?; should be: を(?=.{1,3}(?:[でに]|く)?(?:[描塗表][いっ示]し?て|して)); keep it simple: (?:図を)?シンプルに(?:して)(?:ください)?; left to right: 左から右[へに]; top to bottom: 上から下[へに];
    arrows: 矢印; blue: 青[色くい]?; red: 赤[色くい]?; green: 緑[色の]?; orange: オレンジ(?:色|の)?; yellow: 黄色[くい]?; purple: 紫[色の]?; black: 黒[色くい]?; white: 白[色くい]?; grey: 灰色の?
    / : (?:を使って|[でに]?(?:描いて|塗って|表示して|して))(?:ください|下さい)?`,
}

/** All that a language calls something, in one expression with a group for each English word. */
const TABLES = Object.entries(GLOSSES).map(([language, rows]) => {
  const isDense = /zh|ja/.test(language)
  const [content = '', small = ''] = rows.split(/\s\/\s/)
  const pairs = [content, small].map((part) =>
    part.split(';').map((row) => {
      const at = row.indexOf(': ')
      return [row.slice(0, at).trim(), row.slice(at + 1).trim()] as const
    }),
  )
  const all = pairs.flat()
  // A word with an apostrophe ("l'") ends where the next one begins.
  const [start, end] = isDense ? ['', ''] : ['(?<![\\p{L}-])', "(?:(?<=['’])|(?![\\p{L}-]))"]
  const said = all.map(([, words]) => `(${words})`).join('|')
  return {
    words: new RegExp(`${start}(?:${said})${end}`, 'giu'),
    english: all.map(([english]) => english),
    count: pairs[0]?.length ?? 0,
  }
})

/**
 * A sentence with its words of drawing in English, from the language that has most of them: "Zeichne den Encoder blau" is
 * "draw the Encoder blue". The sentence itself where no language has any.
 */
export function inEnglish(sentence: string): string {
  let best = { text: sentence, found: 0 }
  for (const { words, english, count } of TABLES) {
    let found = 0
    const text = sentence.replace(words, (...hit: (string | undefined)[]) => {
      const at = hit.slice(1, english.length + 1).findIndex((one) => one !== undefined)
      if (at < count) found++
      return ` ${english[at] ?? ''} `
    })
    if (found > best.found) best = { text: text.replace(/\s+/g, ' ').trim(), found }
  }
  return best.text
}
