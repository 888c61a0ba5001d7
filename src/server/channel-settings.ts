interface ChannelSettings {
  SHOP_CHANNEL_EN: number
  SHOP_CHANNEL_EL: number
  SHOP_TOKEN_EN?: string | undefined
  SHOP_TOKEN_EL?: string | undefined
  SHOP_STOREFRONT_URL?: string | undefined
  SHOP_STOREFRONT_URL_EN?: string | undefined
  SHOP_STOREFRONT_URL_EL?: string | undefined
}

interface Mistake {
  key: keyof ChannelSettings
  message: string
}

/** What is wrong in the settings of a store's channels: one for each language, or one that has both (R954). */
export function findChannelMistakes(values: ChannelSettings): Mistake[] {
  const isOneChannel = values.SHOP_CHANNEL_EN === values.SHOP_CHANNEL_EL
  return [
    ...findMissingStorefronts(values),
    ...(isOneChannel ? findDifferences(values) : findMissingToken(values)),
  ]
}

function findMissingStorefronts(values: ChannelSettings): Mistake[] {
  if (values.SHOP_STOREFRONT_URL !== undefined) return []
  const { SHOP_STOREFRONT_URL_EN: english, SHOP_STOREFRONT_URL_EL: greek } = values
  const message = 'must be set when SHOP_STORE_HASH is'
  if (english === undefined && greek === undefined) return [{ key: 'SHOP_STOREFRONT_URL', message }]
  if (english === undefined) return [{ key: 'SHOP_STOREFRONT_URL_EN', message }]
  return greek === undefined ? [{ key: 'SHOP_STOREFRONT_URL_EL', message }] : []
}

function findMissingToken({ SHOP_TOKEN_EL }: ChannelSettings): Mistake[] {
  const message = 'must be set when SHOP_STORE_HASH is'
  return SHOP_TOKEN_EL === undefined ? [{ key: 'SHOP_TOKEN_EL', message }] : []
}

/** One channel has one token and one site. */
function findDifferences(values: ChannelSettings): Mistake[] {
  const mistakes: Mistake[] = []
  const { SHOP_TOKEN_EL: token, SHOP_STOREFRONT_URL: both } = values
  const hint = 'because SHOP_CHANNEL_EN and SHOP_CHANNEL_EL are the same channel'
  if (token !== undefined && token !== values.SHOP_TOKEN_EN)
    mistakes.push({ key: 'SHOP_TOKEN_EL', message: `must be left out or be that of SHOP_TOKEN_EN, ${hint}` })
  const [english, greek] = [values.SHOP_STOREFRONT_URL_EN ?? both, values.SHOP_STOREFRONT_URL_EL ?? both]
  if (english && greek && new URL(english).origin !== new URL(greek).origin)
    mistakes.push({
      key: 'SHOP_STOREFRONT_URL_EL',
      message: `must be on the site of SHOP_STOREFRONT_URL_EN, ${hint}`,
    })
  return mistakes
}
