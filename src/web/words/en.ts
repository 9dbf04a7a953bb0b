/** The sentences of the pages. A word that depends on a number is a function of it. */
export const en = {
  frame: {
    skip: 'Skip to the content',
    pages: 'Pages',
    studio: 'Studio',
    admin: 'Admin',
    api: 'API',
    docs: 'Docs',
    theme: 'Light or dark',
    themes: { system: 'Auto', light: 'Light', dark: 'Dark' },
    language: 'Language',
  },
  faults: {
    unreached: 'The server does not answer. Try again in a moment.',
  },
  admin: {
    title: 'Admin, Burin',
    heading: 'Admin',
    signOut: 'Sign out',
    signIn: {
      heading: 'Admin',
      key: 'Admin key',
      where:
        'The setting SERVICE_ADMIN_KEY; without it the file admin-key in the data folder, which the first start made.',
      submit: 'Sign in',
    },
  },
}
