import type { Words } from '../parts/words'

export const zh: Words = {
  frame: {
    skip: '跳到正文',
    pages: '页面',
    studio: '工作室',
    admin: '管理',
    api: 'API',
    docs: '文档',
    theme: '浅色或深色',
    themes: { system: '自动', light: '浅色', dark: '深色' },
    language: '语言',
  },
  faults: {
    unreached: '服务器没有响应,请稍后再试。',
  },
  admin: {
    title: '管理 · Burin',
    heading: '管理',
    signOut: '退出',
    signIn: {
      heading: '管理',
      key: '管理密钥',
      where: '即设置 SERVICE_ADMIN_KEY;未设置时,首次启动会在数据目录中生成文件 admin-key。',
      submit: '登录',
    },
  },
}
