import { type CompilerOptions, paraglideVitePlugin } from '@inlang/paraglide-js'
import type { Plugin } from 'vite'

/** How the message files become typed functions; used by the build, the type check and the tests. */
export const messageOptions = {
  project: './project.inlang',
  outdir: './src/paraglide',
  // The address decides, then the cookie (R801); both are read by src/server/context/storefront-moves.ts.
  strategy: ['custom-page', 'baseLocale'],
  cookieName: 'I18N_LANGUAGE',
  emitTsDeclarations: false,
  // As its plug-in for Vite has it.
  isServer: "import.meta.env?.SSR ?? typeof window === 'undefined'",
} satisfies CompilerOptions

/** Makes the functions, unless `test/all.ts` has: it would write the files anew while others read them. */
export function messageCompiler(): Plugin[] {
  return process.env.MESSAGES_COMPILED ? [] : [paraglideVitePlugin(messageOptions) as Plugin]
}

/** Makes the functions once: the server's half of a build comes after the browser's, and finds them. */
export function compileMessages(): Plugin[] {
  return messageCompiler().map(plugin => ({
    ...plugin,
    applyToEnvironment: environment => environment.name === 'client',
  }))
}

const allMessages = /^import \{ m \} from (['"])(.*\/paraglide\/messages)\.js\1;?$/m

/**
 * Each page loads its own messages: `m.key` becomes an import of that one message. As members of one object all
 * messages of the site would travel together to every page.
 */
export function splitMessages(): Plugin {
  return {
    name: 'split-messages',
    enforce: 'pre',
    // From the sources the messages come as one module, and nobody waits for their bytes.
    apply: 'build',
    applyToEnvironment: environment => environment.name === 'client',
    transform(code) {
      const imported = allMessages.exec(code)
      if (!imported) return null
      const keys = new Set<string>()
      const split = code.replace(/(?<![\w.$])m\.([a-z][a-z0-9_]*)\b/g, (_, key: string) => {
        keys.add(key)
        return `m_${key}`
      })
      const imports = [...keys].map(key => `import { ${key} as m_${key} } from '${imported[2]}/${key}.js'`)
      return { code: split.replace(allMessages, imports.join(';')), map: null }
    },
  }
}

const messageFile = /\/paraglide\/messages\/(\w+)\.js$/
const messageText = /^const ([a-z]+)_\w+ = \(i?\) => \{([\s\S]*?)\n\};/gm
const onlyText = /^\s*return \((`[\s\S]*`)\)\s*$/

/** Each message as one short function: compiled it is three, and their frames weigh as much as the texts. */
export function shortenMessages(): Plugin {
  return {
    name: 'shorten-messages',
    apply: 'build',
    applyToEnvironment: environment => environment.name === 'client',
    transform(code, id) {
      if (/\/paraglide\/runtime\.js$/.test(id)) return { code: languageOfDocument, map: null }
      const key = messageFile.exec(id)?.[1]
      return key && key !== '_index' ? { code: shortMessage(key, code), map: null } : null
    },
  }
}

/** All that browsers need of the messages' runtime: the entry says once which language the document has. */
const languageOfDocument = `export let getLocale
export const overwriteGetLocale = get => { getLocale = get }
export const languageOf = options => options?.locale ?? getLocale()
`

export function shortMessage(key: string, code: string): string {
  const plain = code.replace(/\/\*\*[\s\S]*?\*\/ ?/g, '')
  const texts = [...plain.matchAll(messageText)].map(([, language = '', body = '']) => ({ language, body }))
  if (texts.length < 2 || !plain.includes(`export const ${key} = (`))
    throw new Error(`the message ${key} is compiled in another way`)
  const last = texts.length - 1
  const choices = texts.map(({ language, body }, at) => {
    const text = onlyText.exec(body)?.[1] ?? `(() => {${body}\n})()`
    return at === last ? text : `languageOf(o) === '${language}' ? ${text} : `
  })
  return [
    ...(plain.match(/^import \* as registry from .*$/m) ?? []),
    `import { languageOf } from '../runtime.js'`,
    `export const ${key} = (i, o) => ${choices.join('').replaceAll('i?.', 'i.')}`,
  ].join('\n')
}

const newPluralRules = 'new Intl.PluralRules(locale, options)'

/** Plural rules are made once per language: making them takes longer than the rest of a gift's tile. */
export function reusePluralRules(): Plugin {
  return {
    name: 'reuse-plural-rules',
    transform(code, id) {
      if (!/\/paraglide\/registry\.js$/.test(id)) return null
      if (!code.includes(newPluralRules))
        throw new Error('the plural rules of messages are made in another way')
      const reused = "(pluralRules[locale + (options?.type ?? '')] ??= new Intl.PluralRules(locale, options))"
      return { code: `const pluralRules = {};\n${code.replace(newPluralRules, reused)}`, map: null }
    },
  }
}
