/** What a device is called in lists and e-mails; the names are the same in every language. */
export interface DeviceName {
  browser: string | null
  system: string | null
}

/** What a browser of ours says of itself: the random id of its own cookie, never the User-Agent that can stand in. */
export const deviceIdPattern = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/** The order matters: most browsers name others in their User-Agent, too. */
const browsers: [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const systems: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
]

/** Reads a User-Agent header. */
export function parseUserAgent(agent: string): DeviceName {
  return { browser: findName(agent, browsers), system: findName(agent, systems) }
}

function findName(agent: string, names: [RegExp, string][]): string | null {
  return names.find(([pattern]) => pattern.test(agent))?.[1] ?? null
}

/** “Firefox · Windows”; null when neither is known. */
export function formatDeviceName({ browser, system }: DeviceName): string | null {
  return [browser, system].filter(Boolean).join(' · ') || null
}
