import { describe, expect, test } from 'bun:test'
import { readText } from '../../src/engines/local/text/read-text'
import { instructionCases, instructionFaults } from '../bench/text/constructs'

const read = (text: string) => readText(text)
const STEPS =
  'The encoder embeds the image. The decoder writes the report. The optimiser updates the encoder.'

describe('what is said to the illustrator is obeyed or named, never drawn', async () => {
  for (const { one } of await instructionCases())
    test(one.id, async () => {
      if (one.refused) await expect(read(one.text)).rejects.toThrow(one.refused)
      else expect(instructionFaults(one, await read(one.text))).toEqual({ boxes: [], wishes: [] })
    })

  test.each([
    ['Make the encoder blue.', 'Encoder embeds the image', '#0072b2'],
    ['Use green for the decoder.', 'Decoder writes the report', '#2ca02c'],
    ['Colour the decoder in red.', 'Decoder writes the report', '#d62728'],
    ['The optimiser should be orange.', 'Optimiser updates the encoder', '#e8710a'],
  ])('%s', async (instruction, label, colour) => {
    const { nodes, ignored } = await read(`${STEPS} ${instruction}`)
    const coloured = nodes.flatMap((node) => (node.accent ? [[node.label, node.accent]] : []))
    expect(coloured).toEqual([[label, colour]])
    expect([nodes.length, ignored]).toEqual([3, undefined])
  })

  test.each([
    ['Draw it from left to right.', { direction: 'right' }],
    ['Please use a vertical layout.', { direction: 'down' }],
    ['Title: Reports from images', { title: 'Reports from images' }],
    ['Add the title "Reports".', { title: 'Reports' }],
  ])('%s', async (instruction, expected) => {
    const diagram = await read(`${STEPS}\n${instruction}`)
    expect(diagram).toMatchObject(expected)
    expect([diagram.nodes.length, diagram.ignored]).toEqual([3, undefined])
  })

  test('what is left out takes its relations along, an order goes on past it', async () => {
    const { nodes, edges, ignored } = await read(
      '1. Collect scans\n2. Remove duplicates\n3. Segment lungs\nLeave out the duplicates.',
    )
    expect(nodes.map(({ label, step }) => [label, step])).toEqual([
      ['Collect scans', 1],
      ['Segment lungs', 2],
    ])
    expect(edges.map(({ from, to }) => [from, to])).toEqual([
      [nodes[0]?.id ?? '', nodes[1]?.id ?? ''],
    ])
    expect(ignored).toBeUndefined()
  })

  test.each([
    ['Draw it from right to left.', 'Not followed: "Draw it from right to left".'],
    ['Highlight the transformer.', 'Not followed: "Highlight the transformer".'],
    [
      'Use rounded boxes and pastel colours.',
      'Not followed: "Use rounded boxes and pastel colours".',
    ],
    ['Use red arrows.', 'Not followed: "Use red arrows".'],
    [
      'Use red arrows for the training path.',
      'Not followed: "Use red arrows for the training path".',
    ],
    ['Create a horizontal two-panel figure.', 'Not followed: "two-panel figure".'],
    ['Draw a figure with large letters.', 'Not followed: "large letters".'],
    ['Place the decoder on the left.', 'Not followed: "Place the decoder on the left".'],
  ])('%s is named', async (instruction, sentence) => {
    const { nodes, ignored } = await read(`${STEPS} ${instruction}`)
    expect([nodes.length, ignored]).toEqual([3, [sentence]])
  })
})

describe('a command about the figure in a text that tells its method is no step', () => {
  test.each([
    'Make the encoder blue and highlight the decoder.',
    'Show the encoder as a trapezoid.',
    'Make the decoder a cylinder.',
    'Add a robot next to the decoder.',
    'Put a picture of a cat next to the encoder.',
    'Arrange the modules in a circle around the encoder.',
    'Keep it simple and clean.',
    'Keep it simple',
  ])('%s', async (instruction) => {
    const { nodes, ignored = [] } = await read(`${STEPS} ${instruction}`)
    const followed = nodes.some(({ accent, emphasis, form }) => accent ?? emphasis ?? form)
    expect(nodes).toHaveLength(3)
    expect(followed ? [] : [`Not followed: "${instruction.replace(/\.$/, '')}".`]).toEqual(ignored)
    await expect(read(instruction)).rejects.toThrow('describe the steps or parts')
  })

  test('forms of parts are followed', async () => {
    const { nodes, ignored } = await read(
      'Encoder -> Decoder -> Report\n\nDrawing instructions:\n- Show the encoder as a trapezoid.\n- Use a document for the report.',
    )
    expect(nodes).toMatchObject([
      { label: 'Encoder', form: 'trapezoid' },
      { label: 'Decoder' },
      { label: 'Report', form: 'document' },
    ])
    expect(ignored).toBeUndefined()
  })

  test('forms of numbered stages are followed too, but for those that leave words no room', async () => {
    const { nodes, ignored } = await read(
      `${STEPS} Show the encoder as a trapezoid. Draw the optimiser as a circle.`,
    )
    expect(nodes).toMatchObject([{ form: 'trapezoid' }, { step: 2 }, { step: 3 }])
    expect(ignored).toEqual(['Not followed: "Draw the optimiser as a circle".'])
  })

  test('a protocol commands its steps', async () => {
    const { nodes, ignored } = await read(
      'The mice are anaesthetised. Add the buffer to the tubes. Place a slide next to the lamp. Keep it cold.',
    )
    expect([nodes.length, ignored]).toEqual([4, undefined])
  })
})

describe('a command about the figure in any of eight languages', () => {
  const TEXTS: Record<string, string> = {
    en: STEPS,
    de: 'Der Encoder bettet das Bild ein. Der Decoder schreibt den Bericht. Der Optimierer wird trainiert.',
    fr: "L'encodeur encode l'image. Le décodeur écrit le rapport. L'optimiseur est entraîné.",
    es: 'El codificador procesa la imagen. El decodificador escribe el informe. El optimizador se entrena.',
    pt: 'O codificador processa a imagem. O decodificador escreve o texto. O otimizador é treinado.',
    it: "L'encoder elabora l'immagine. Il decoder scrive il rapporto. L'ottimizzatore viene addestrato.",
    zh: '編碼器將圖像嵌入向量。解碼器生成報告。優化器更新參數。',
    ja: 'エンコーダは画像を埋め込む。デコーダは報告を書く。最適化器は重みを更新する。',
  }
  const [blue, red, green] = ['#0072b2', '#d62728', '#2ca02c'].map((accent) => ({ accent }))

  test.each([
    ['en', 'Zeichne den Encoder blau.', [blue, {}, {}]],
    ['de', 'Der Decoder soll rot sein.', [{}, red, {}]],
    ['de', 'Hebe den Decoder hervor.', [{}, { emphasis: 1 }, {}]],
    ['de', 'Bitte zeige den Encoder als Trapez.', [{ form: 'trapezoid' }, {}, {}]],
    ['fr', "Dessine l'encodeur en bleu.", [blue, {}, {}]],
    ['fr', 'Mettez le décodeur en évidence.', [{}, { emphasis: 1 }, {}]],
    ['es', 'Haz que el decodificador sea rojo.', [{}, red, {}]],
    ['es', 'Dibuja el codificador en azul y el decodificador en verde.', [blue, green, {}]],
    ['pt', 'Pinte o decodificador de vermelho.', [{}, red, {}]],
    ['it', 'Evidenzia il decoder.', [{}, { emphasis: 1 }, {}]],
    ['zh', '編碼器用藍色。', [blue, {}, {}]],
    ['zh', '請把編碼器畫成藍色。', [blue, {}, {}]],
    ['ja', 'エンコーダを青で描いてください。', [blue, {}, {}]],
  ])('%s: %s is followed', async (language, instruction, expected) => {
    const { nodes, ignored } = await read(`${TEXTS[language]} ${instruction}`)
    expect<unknown>(
      nodes.map(({ accent, emphasis, form }) => ({ accent, emphasis, form })),
    ).toEqual(
      expected.map((one) => ({ accent: undefined, emphasis: undefined, form: undefined, ...one })),
    )
    expect(ignored).toBeUndefined()
  })

  test.each([
    ['de', 'Verwende rote Pfeile'],
    ['de', 'Füge einen Roboter neben dem Decoder hinzu'],
    ['fr', 'Utilisez des flèches rouges'],
    ['en', 'Haz que el decodificador sea rojo'],
    ['es', 'Mantenlo simple'],
    ['it', 'Usa frecce rosse'],
    ['zh', '保持简洁'],
    ['ja', '赤い矢印を使ってください'],
  ])('%s: %s is named', async (language, instruction) => {
    const { nodes, ignored } = await read(`${TEXTS[language]} ${instruction}.`)
    expect([nodes.length, ignored]).toEqual([3, [`Not followed: "${instruction}".`]])
  })

  test.each([
    'Die Zellen wurden blau gefärbt. Rote Zellen wurden gezählt. Die Mäuse sollen warm sein.',
    '将细胞染成红色。将学习率设为0.1。样品用蓝色染料染色。',
    '細胞を青に染色した。溶液を赤くした。水で洗浄した。',
    'Les cellules sont colorées en bleu. On utilise un filtre rouge. La figure montre le plan.',
    'Usamos células rojas. Se dibujan mapas de los ríos. Las muestras son azules.',
    'Use guantes rojos. Quita el sobrenadante. Muestra las imágenes a los participantes.',
  ])('%s tells a method', async (text) => {
    const { nodes, ignored } = await read(text)
    expect([nodes.length, ignored]).toEqual([3, undefined])
  })
})

describe('a sentence that says nothing of its own but words of drawing is no step', () => {
  const THESE: Record<string, string> = {
    en: STEPS,
    de: 'Der Encoder bettet das Bild ein. Der Decoder schreibt den Bericht. Ein Kritiker bewertet ihn.',
    fr: "L'encodeur encode l'image. Le décodeur écrit le rapport. Un critique évalue le rapport.",
    es: 'El codificador procesa la imagen. El decodificador escribe el informe. Un crítico lo evalúa.',
    pt: 'O codificador processa a imagem. O decodificador escreve o texto. Um crítico avalia o texto.',
    it: "L'encoder elabora l'immagine. Il decoder scrive il rapporto. Un critico valuta il rapporto.",
    zh: '编码器将图像嵌入为向量。解码器生成报告。评审模块对报告打分。',
    ja: 'エンコーダは画像を埋め込む。デコーダは報告を書く。評価器は報告を採点する。',
  }
  test.each([
    ['en', 'Place the decoder below the encoder.'],
    ['en', 'I want thick borders.'],
    ['en', 'Two columns, icons on the left.'],
    ['en', 'Could you make the text a bit larger?'],
    ['de', 'Setze den Kritiker rechts neben den Decoder.'],
    ['de', 'Keine Schatten, nur Graustufen.'],
    ['fr', 'Je voudrais des bordures épaisses.'],
    ['es', 'Coloca el crítico encima del decodificador.'],
    ['pt', 'Duas colunas, com os ícones à esquerda.'],
    ['it', 'Per favore usa linee sottili e tratteggiate.'],
    ['zh', '请画一个三栏的图，使用红色箭头。'],
    ['zh', '请用蓝色突出解码器。'],
    ['ja', '太い枠線にしてほしい。'],
  ])('%s: %s', async (language, instruction) => {
    const { nodes, ignored } = await read(`${THESE[language]} ${instruction}`)
    expect(nodes).toHaveLength(3)
    expect(ignored !== undefined || nodes.some(({ accent }) => accent)).toBe(true)
  })

  test.each([
    'The sample is dried. The lens is mounted. Place the sample below the lens. Use a blue filter.',
    'Two columns are packed with resin. The filter is cleaned. The two columns were washed. The columns should be clean.',
    'Die Probe wird getrocknet. Die Linse wird montiert. Setze die Probe unter die Linse. Die Probe soll trocken sein.',
    'La muestra se seca. La lente se monta en la platina. Coloque la muestra debajo de la lente. Use un filtro azul.',
    '样品干燥过夜。透镜安装在载物台上。将样品放在透镜下方。请三位专家对图像进行评分。',
    'Two sensors measure the distance. A planner steers the robot. Three rows of sensors measure the distance. Text labels name each object.',
    'In parallel, an engine reads axis labels and legend entries. It reads them. They are kept. They are sorted.',
  ])('%s tells a method', async (text) => {
    const { nodes, ignored } = await read(text)
    expect([nodes.length, ignored]).toEqual([4, undefined])
  })
})

describe('a request for a figure', () => {
  test.each([
    'Please make an overview figure of our system.',
    'I need a figure of our picking system.',
    'Draw the pipeline of our helpdesk assistant please.',
    'Figure for our blade inspection, please.',
  ])('%s is met, not drawn', async (request) => {
    const { nodes, ignored } = await read(`${request} ${STEPS}`)
    expect([nodes.length, ignored]).toEqual([3, undefined])
  })

  test('what it tells behind a colon is drawn', async () => {
    const { nodes } = await read(
      'I need an overview figure for this: raw logs are collected by Fluent Bit and parsed with Drain.',
    )
    expect(nodes.map(({ label }) => label)).toEqual(['Raw logs are collected by Fluent Bit'])
  })

  test('what it tells in a clause of its own is drawn', async () => {
    const { nodes } = await read(
      'Draw a diagram of a pipeline that trims the reads and aligns them to the genome. Variants are called.',
    )
    expect(nodes.map(({ label }) => label)).toEqual(['Trims the reads', 'Variants are called'])
  })

  test.each([
    'A diagram of the transformer architecture',
    'Generate a diagram of a RAG pipeline with a retriever and a generator.',
    'Use red arrows and a white background.',
    'Create a figure in the style of Nature.',
  ])('%s says nothing to draw: refused with a sentence that helps', (text) =>
    expect(read(text)).rejects.toThrow(
      'describe the steps or parts in sentences or a list, or write arrows such as "Encoder -> Index"',
    ),
  )
})

test('an instruction may run over two lines', async () => {
  const { nodes, ignored } = await read(`${STEPS} Highlight\nthe decoder.`)
  expect(nodes.map(({ emphasis }) => emphasis)).toEqual([undefined, 1, undefined])
  expect([nodes.length, ignored]).toEqual([3, undefined])
})

test('a method in the imperative is a method', async () => {
  const text =
    'Draw 100 samples from the posterior. Show participants a video. Create a panel of 20 genes. Use background subtraction. Put the mice in the left arm. Label the images. Exclude patients under 18. Generate bounding boxes around cells. Make the solution acidic. Generate 3D conformers. Use BNC connectors. Place the mice in boxes. Use isometric contraction. Place the leaf on a black background. Compute the figure of merit.'
  const { nodes, ignored } = await read(text)
  expect([nodes.length, ignored]).toEqual([15, undefined])
})
