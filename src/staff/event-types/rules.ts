/** How long each text may be. */
export const eventTypeTextLengths = {
  name: 40,
  search_words: 300,
  landing_title: 80,
  landing_lead: 200,
  landing_text: 600,
} as const
