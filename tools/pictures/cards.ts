import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { Resvg } from '@resvg/resvg-js'
import satori from 'satori'
import sharp from 'sharp'

/*
 * `node tools/pictures/cards.ts OUT` lays a printed card on the empty one that render.py has made (OUT/card-*.png), for
 * what can't be stood on a table: trips, lessons, gift cards. The drawings are Lucide's (ISC):
 * `npm install --no-save lucide-static@0.577.0` brings them.
 */

/** The card that lies on the envelope: its middle, size and turn in the picture of 720 pixels. */
const place = { x: 298, y: 411, width: 384, height: 240, degrees: -5.7 }

/** By the product's slug: the drawing, the words on the card, and the envelope's colour. */
const cards: Record<string, [drawing: string, words: string, envelope: keyof typeof inks]> = {
  'sailing-day-hydra': ['sailboat', 'Μια μέρα στην Ύδρα με πανιά', 'sea'],
  'motor-boat-paxos': ['ship', 'Με σκάφος στους Παξούς', 'sea'],
  'sailing-licence': ['anchor', 'Δίπλωμα ιστιοπλοΐας', 'sea'],
  'aegean-cruise': ['ship', 'Κρουαζιέρα στο Αιγαίο', 'sea'],
  'first-dive': ['fish', 'Η πρώτη κατάδυση', 'sea'],
  'windsurfing-lessons': ['wind', 'Μαθήματα γουίντ σέρφινγκ', 'sea'],
  'dolphin-trip': ['waves', 'Δελφίνια στον Αμβρακικό', 'sea'],
  'nafplio-weekend': ['castle', 'Σαββατοκύριακο στο Ναύπλιο', 'rose'],
  'zagori-lodge': ['mountain', 'Δύο νύχτες στα Ζαγόρια', 'leaf'],
  'santorini-night': ['sunset', 'Μια νύχτα στη Σαντορίνη', 'rose'],
  'flight-voucher': ['plane', 'Για ένα αεροπορικό ταξίδι', 'sea'],
  'rack-railway': ['train-front', 'Με τον Οδοντωτό', 'leaf'],
  'honeymoon-fund': ['map', 'Για το ταξίδι του μέλιτος', 'rose'],
  'night-under-canvas': ['tent', 'Μια νύχτα σε σκηνή', 'leaf'],
  'tandem-parachute': ['bird', 'Πτώση με αλεξίπτωτο για δύο', 'sea'],
  'olympus-hike': ['footprints', 'Πεζοπορία στον Όλυμπο', 'leaf'],
  'ski-day': ['snowflake', 'Μια μέρα στο χιόνι', 'sea'],
  'night-of-stars': ['telescope', 'Μια νύχτα με αστέρια', 'night'],
  'nemea-wine-tasting': ['grape', 'Γευσιγνωσία στη Νεμέα', 'rose'],
  'pasta-class': ['utensils', 'Μάθημα για φρέσκα ζυμαρικά', 'honey'],
  'seafood-dinner': ['shrimp', 'Δείπνο δίπλα στο κύμα', 'sea'],
  'beekeeper-morning': ['hexagon', 'Ένα πρωί με μελισσοκόμο', 'honey'],
  'pottery-course': ['amphora', 'Μαθήματα κεραμικής', 'honey'],
  'photography-course': ['camera', 'Μαθήματα φωτογραφίας', 'night'],
  'first-dance': ['music-2', 'Μαθήματα για τον πρώτο χορό', 'rose'],
  'music-lessons': ['music', 'Μαθήματα μουσικής', 'night'],
  'language-year': ['languages', 'Ένας χρόνος, μία γλώσσα', 'leaf'],
  'flower-subscription': ['flower-2', 'Λουλούδια κάθε μήνα', 'rose'],
  'audiobook-year': ['headphones', 'Ένας χρόνος βιβλία που ακούγονται', 'night'],
  'theatre-evening': ['drama', 'Μια βραδιά στο θέατρο', 'night'],
  'spa-day': ['flower', 'Μια μέρα σπα', 'leaf'],
  massage: ['leaf', 'Μασάζ μιας ώρας', 'leaf'],
  'yoga-year': ['heart', 'Ένας χρόνος γιόγκα', 'rose'],
  'horse-ride': ['sun', 'Με άλογο στην παραλία', 'sea'],
  'gift-card': ['gift', 'Δωροκάρτα', 'rose'],
  'group-gift': ['hand-heart', 'Ομαδικό δώρο', 'honey'],
  'moving-van': ['truck', 'Η μετακόμιση δική μας', 'honey'],
}

/** The colour of the drawing, by that of the envelope. */
const inks = { sea: '#1d5a74', rose: '#a3233a', leaf: '#56692b', honey: '#9a6414', night: '#4b3f63' }

const require = createRequire(import.meta.url)
const scripts = ['latin', 'greek']
const fonts = await Promise.all(
  scripts.map(async script => ({
    name: script,
    weight: 500 as const,
    data: await readFile(require.resolve(`@fontsource/literata/files/literata-${script}-500-normal.woff`)),
  })),
)

const [folder = ''] = process.argv.slice(2)
for (const [slug, [drawing, words, envelope]] of Object.entries(cards))
  await writeFile(`${folder}/${slug}.png`, await layCard(drawing, words, envelope))

async function layCard(drawing: string, words: string, envelope: keyof typeof inks): Promise<Buffer> {
  const ink = inks[envelope]
  const source = await readFile(require.resolve(`lucide-static/icons/${drawing}.svg`), 'utf8')
  const line = source.replaceAll('currentColor', ink).replace('stroke-width="2"', 'stroke-width="0.85"')
  const picture = `data:image/svg+xml;base64,${Buffer.from(line).toString('base64')}`
  const text = {
    fontFamily: 'greek, latin',
    fontSize: 28,
    lineHeight: 1.25,
    color: '#2b2a2c',
    textAlign: 'center',
  }
  const svg = await satori(
    {
      type: 'div',
      props: {
        style: {
          width: '100%',
          height: '100%',
          display: 'flex',
          flexDirection: 'column',
          alignItems: 'center',
          justifyContent: 'center',
          gap: 14,
          padding: '0 34px',
        },
        children: [
          { type: 'img', props: { src: picture, width: 92, height: 92 } },
          { type: 'div', props: { style: { ...text, textWrap: 'balance' }, children: words } },
        ],
      },
    } as never,
    { width: place.width, height: place.height, fonts },
  )
  const print = await sharp(new Resvg(svg).render().asPng())
    .rotate(place.degrees, { background: '#00000000' })
    .toBuffer({ resolveWithObject: true })
  const left = Math.round(place.x - print.info.width / 2)
  const top = Math.round(place.y - print.info.height / 2)
  return sharp(`${folder}/card-${envelope}.png`)
    .composite([{ input: print.data, left, top, blend: 'multiply' }])
    .png()
    .toBuffer()
}
