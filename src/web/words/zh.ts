import type { Words } from '../parts/words'
import type { Sentences } from './en'
import { merged } from './merged'
import words from './zh.json'

const sentences: Sentences = {
  chart: {
    day: (day, submissions, failed) =>
      `${day}：提交 ${submissions} 次${failed > 0 ? `，失败 ${failed} 次` : ''}`,
    counts: (submissions, failed) => `提交 ${submissions} 次，失败 ${failed} 次`,
  },
  figure: {
    failed: (error) => `失败：${error}`,
    asks: (provider, attempt, attempts) =>
      `正在等待 ${provider} 的模型${attempts > 1 ? `（第 ${attempt} 次，最多 ${attempts} 次）` : ''}。`,
    stage: (stage, step, steps) => `${stage}（${step}/${steps}）`,
    figureOf: (title) => (title === '' ? '图' : `图：${title}`),
    candidates: {
      take: (number) => `选用第 ${number} 张`,
    },
  },
  report: {
    content: (nodes, edges) => `${nodes} 个方框，${edges} 个箭头。`,
    readAs: (source) => `按 ${source} 读取。`,
    rows: (rows) => `${rows} 行数据。`,
    marks: (marks) => `${marks} 个图形标记。`,
    paper: (width, height) => `印刷尺寸 ${width} × ${height} 毫米。`,
    text: (points, readable) =>
      `最小文字在纸上为 ${points} pt：${readable ? '印刷后可读' : '印刷后太小；请用更宽的图或更少的文字'}。`,
    contrast: (ratio, enough) => `文字的最低对比度为 ${ratio} : 1${enough ? '' : '，偏低'}。`,
    inferred: (count) => `${count} 个箭头由推断得出。`,
    cost: (cost) => `模型花费 ${cost}。`,
    by: (names) => `由 ${names} 决定。`,
  },
  studio: {
    tooLong: (has, most) => `共 ${has} 个字符；最多读取 ${most} 个。`,
    picture: {
      chosen: (name) => `图片 ${name}`,
    },
    pdf: {
      choose: (chosen: number, pages: number) =>
        chosen === 0 ? `将阅读全部 ${pages} 页` : `将阅读 ${pages} 页中的 ${chosen} 页`,
      page: (page: number) => `第 ${page} 页`,
      more: (pages: number) => `显示更多（${pages}）`,
    },
    composite: {
      later: (title) => `${title}：后移`,
      add: (title) => `加入 ${title}`,
      labelOf: (title) => `${title} 的标签`,
      earlier: (title) => `${title}：前移`,
      remove: (title) => `${title}：移除`,
    },
    look: {
      standard: (name) => `${name}（默认）`,
      spent: (cost) => `模型至今花费 ${cost}。`,
    },
    mine: {
      compareWith: (title) => `比较 ${title}`,
      remove: (title) => `删除 ${title}`,
      removeHeading: (title) => `删除“${title}”？`,
    },
  },
  editor: {
    several: (count) => (count === 0 ? '图形' : `已选 ${count} 项`),
    faults: (count) => `${count} 处需要检查`,
    partName: (role, label) => `${role}：${label}`,
    edgeName: (from, to, label) => `箭头：${from} 到 ${to}${label === '' ? '' : `，${label}`}`,
    changes: {
      added: (names) => `新增：${names}`,
      gone: (names) => `删去：${names}`,
      renamed: (names) => `文字不同：${names}`,
      moved: (names) => `移动：${names}`,
      resized: (names) => `大小不同：${names}`,
      led: (names) => `走向不同：${names}`,
      painted: (names) => `外观不同：${names}`,
    },
  },
  admin: {
    overview: {
      since: (at) => `最早始于 ${at}`,
      streams: (count) => `${count} 个打开的事件流`,
      retrying: (count) => (count === 0 ? '没有失败' : `其中 ${count} 个失败后将重试`),
      ofDisk: (total, least) => `共 ${total}；低于 ${least} 时停止接受任务`,
      up: (since, memory) => `自 ${since} 起运行，内存 ${memory}`,
      useLabel: (days) => `最近 ${days} 天每日提交次数（UTC），红色为失败`,
      days: (days) => `${days} 天`,
      sized: (count, size) => `${count}（${size}）`,
    },
    providers: {
      load: (open, waiting) => `进行中 ${open}，等待 ${waiting}`,
      inOut: (input, output) => `输入 ${input}，输出 ${output}`,
    },
    keys: {
      ofTotal: (left, total) => `${left} / ${total}`,
      copyOf: (name) => `复制密钥 ${name}`,
      madeHeading: (name) => `密钥“${name}”`,
    },
    key: {
      removeHeading: (name) => `删除密钥“${name}”？`,
      madeOn: (at) => `创建于 ${at}`,
      usedSoFar: (count) => `已使用：${count}`,
      all: (count) => `在历史中查看全部 ${count} 条`,
    },
    history: {
      total: (count) => `共 ${count} 条`,
      pageOf: (page, pages) => `第 ${page} / ${pages} 页`,
    },
    record: {
      lost: (attempts, lost) => `${attempts}，其中中断 ${lost}`,
      pictureOf: (id) => `${id} 的图片`,
    },
  },
}

export const zh: Words = merged(words, sentences)
