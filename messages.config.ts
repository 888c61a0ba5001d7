import type { CompilerOptions } from '@inlang/paraglide-js'
import type { Plugin } from 'vite'

/** How the message files become typed functions; used by the build, the type check and the tests. */
export const messageOptions = {
  project: './project.inlang',
  outdir: './src/paraglide',
  // The address decides, then the cookie (R801); both are read by src/server/context/request-language.ts.
  strategy: ['custom-page', 'baseLocale'],
  cookieName: 'I18N_LANGUAGE',
  emitTsDeclarations: false,
} satisfies CompilerOptions

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
