import type { Category, Product } from './types.ts'

export const giftCardCategoryId = 100

// Id, slug, name and description in English and Greek. 111 is a child of 11, and 11 of 1.
const categoryTable = `
1 | home-kitchen | Home & Kitchen | Σπίτι & κουζίνα | Everything a first home needs, and what an older one has been missing. | Όλα όσα θέλει ένα καινούργιο σπίτι, και όσα λείπουν από το παλιό.
11 | tableware | Tableware | Επιτραπέζια | For every day at the table, and for the days with guests. | Για το καθημερινό τραπέζι και για τις μέρες που έχετε κόσμο.
111 | tea-coffee | Tea & coffee | Τσάι & καφές | Pots, cups and whatever the morning asks for. | Τσαγιέρες, φλιτζάνια και ό,τι ζητά το πρωινό.
112 | glasses | Glasses | Ποτήρια | For wine, for water and for the toast. | Για κρασί, για νερό και για την πρόποση.
113 | plates-serving | Plates & serving | Πιάτα & σερβίρισμα | Dinner services, bowls and boards that travel from kitchen to table. | Σερβίτσια, μπολ και πλατό που πάνε από την κουζίνα στο τραπέζι.
114 | cutlery | Cutlery | Μαχαιροπίρουνα | Forks, knives and spoons that sit well in the hand. | Πιρούνια, μαχαίρια και κουτάλια που κάθονται καλά στο χέρι.
12 | cooking | Cooking | Μαγειρική | Tools for people who like to cook, and for those who are learning. | Σκεύη για όσους αγαπούν να μαγειρεύουν και για όσους μαθαίνουν.
121 | pots-pans | Pots & pans | Κατσαρόλες & τηγάνια | Cast iron, steel and pans that last. | Μαντέμι, ανοξείδωτο και τηγάνια που αντέχουν.
122 | kitchen-tools | Knives & tools | Μαχαίρια & εργαλεία | Sharp, simple and made to be used. | Κοφτερά, απλά και φτιαγμένα για δουλειά.
123 | small-appliances | Small appliances | Μικροσυσκευές | Machines that earn their place on the worktop. | Συσκευές που αξίζουν τη θέση τους στον πάγκο.
124 | pantry | Good things to eat | Γεύσεις | Honey, oil and sweets from small makers. | Μέλι, λάδι και γλυκά από μικρούς παραγωγούς.
13 | furniture | Furniture | Έπιπλα | Pieces that stay when fashions go. | Κομμάτια που μένουν όταν οι μόδες φεύγουν.
14 | linen | Linen | Λευκά είδη | Natural fibres for bed and bath. | Φυσικές ίνες για το κρεβάτι και το μπάνιο.
2 | travel-experiences | Travel & Experiences | Ταξίδια & εμπειρίες | Days to remember, sent as a voucher by e-mail. | Μέρες που θα θυμούνται, με κουπόνι που έρχεται με e‑mail.
21 | sea | Sea | Θάλασσα | On the water and under it. | Πάνω στο νερό και κάτω από αυτό.
211 | sailing | Sailing | Ιστιοπλοΐα | From one afternoon to a whole week under sail. | Από ένα απόγευμα ως μια ολόκληρη εβδομάδα με πανιά.
212 | water-sports | Diving & water sports | Καταδύσεις & θαλάσσια σπορ | First lessons with patient teachers. | Τα πρώτα μαθήματα, με δασκάλους που έχουν υπομονή.
22 | land | Land | Στεριά | Nights away, mountains and open air. | Διανυκτερεύσεις, βουνό και καθαρός αέρας.
221 | getaways | Getaways | Αποδράσεις | A few days away, for two or for the family. | Λίγες μέρες μακριά, για δύο ή με την οικογένεια.
222 | outdoors | In nature | Στη φύση | On foot, on horseback or from above. | Με τα πόδια, με άλογο ή από ψηλά.
23 | tastes-courses | Tastes, courses & culture | Γεύσεις, μαθήματα & πολιτισμός | Things to taste, to learn and to see. | Για να δοκιμάσετε, να μάθετε και να δείτε.
231 | food-wine | Food & wine | Φαγητό & κρασί | Tables, cellars and kitchens that open for you. | Τραπέζια, κάβες και κουζίνες που ανοίγουν για εσάς.
232 | courses | Courses & subscriptions | Μαθήματα & συνδρομές | A gift that lasts for months. | Ένα δώρο που κρατά μήνες.
24 | luggage | Luggage | Αποσκευές | For the honeymoon and every trip after it. | Για το γαμήλιο ταξίδι και για όλα τα επόμενα.
3 | children | Children | Παιδί | For the baby that is coming and the child that is growing. | Για το μωρό που έρχεται και το παιδί που μεγαλώνει.
31 | baby | Baby | Μωρό | The first two years, calmly. | Τα δύο πρώτα χρόνια, με ηρεμία.
32 | play | Play | Παιχνίδι | Toys that need a child more than a battery. | Παιχνίδια που θέλουν παιδί και όχι μπαταρία.
4 | baptism | Baptism | Βάπτιση | For the day of the name, and to remember it by. | Για τη μέρα του ονόματος, και για να τη θυμάστε.
41 | baptism-day | The day itself | Η μέρα | What the godparents and the parents prepare. | Όσα ετοιμάζουν ο νονός, η νονά και οι γονείς.
42 | keepsakes | Keepsakes | Ενθύμια | Things that are kept in a drawer for fifty years. | Πράγματα που μένουν στο συρτάρι πενήντα χρόνια.
5 | tech | Tech | Τεχνολογία | Useful machines, without the jargon. | Χρήσιμες συσκευές, χωρίς πολλά λόγια.
51 | sound | Sound | Ήχος | Music at home and on the way. | Μουσική στο σπίτι και στον δρόμο.
52 | picture | Picture | Εικόνα | To keep a moment and to see a film. | Για να κρατήσετε μια στιγμή και να δείτε μια ταινία.
53 | computers-play | Computers & games | Υπολογιστές & παιχνίδια | For work, for study and for the evening. | Για τη δουλειά, τις σπουδές και το βράδυ.
6 | garden-outdoors | Garden & Outdoors | Κήπος & ύπαιθρος | For the balcony, the yard and the open road. | Για το μπαλκόνι, την αυλή και τον ανοιχτό δρόμο.
61 | garden | Garden | Κήπος | Plants, and what they need. | Φυτά και ό,τι χρειάζονται.
62 | open-air | Open air | Στον καθαρό αέρα | On two wheels, or under a parasol. | Σε δύο ρόδες ή κάτω από ομπρέλα.
7 | art-decor | Art & Decor | Τέχνη & διακόσμηση | Light, pictures and objects with a story. | Φως, εικόνες και αντικείμενα με ιστορία.
71 | light | Light | Φως | For the table and for the evening. | Για το τραπέζι και για το βράδυ.
711 | candles | Candles & lanterns | Κεριά & φανάρια | Real wax, real flame. | Αληθινό κερί, αληθινή φλόγα.
712 | lamps | Lamps | Φωτιστικά | Warm light, low consumption. | Ζεστό φως, μικρή κατανάλωση.
72 | walls-shelves | Walls & shelves | Τοίχοι & ράφια | What makes a room yours. | Ό,τι κάνει ένα δωμάτιο δικό σας.
721 | pictures-mirrors | Pictures & mirrors | Κάδρα & καθρέφτες | Prints, mirrors and clocks. | Χαρακτικά, καθρέφτες και ρολόγια.
722 | objects | Objects | Αντικείμενα | Vases, cases and small sculptures. | Βάζα, θήκες και μικρά γλυπτά.
8 | wellness | Wellness | Ευεξία | Care for the body, rest for the head. | Φροντίδα για το σώμα, ξεκούραση για το μυαλό.
81 | care | Care | Περιποίηση | Olive oil, sponge and warm hands. | Ελαιόλαδο, σφουγγάρι και ζεστά χέρια.
811 | bath-body | Bath & body | Μπάνιο & σώμα | Soaps, creams and brushes. | Σαπούνια, κρέμες και βούρτσες.
812 | spa | Spa & calm | Σπα & ηρεμία | Vouchers for a slow day. | Κουπόνια για μια αργή μέρα.
82 | movement | Movement | Κίνηση | For those who cannot sit still. | Για όσους δεν κάθονται ποτέ.
9 | student-life | Student life | Φοιτητική ζωή | For the first flat and the long evenings of study. | Για το πρώτο σπίτι και τα βράδια του διαβάσματος.
91 | study | Study | Διάβασμα | A desk that works. | Ένα γραφείο που δουλεύει.
92 | first-flat | First flat | Πρώτο σπίτι | The things one only misses once they are missing. | Όσα θυμάται κανείς μόνο όταν λείπουν.
100 | gift-cards | Gift cards | Δωροκάρτες | When you do not know what, but you know for whom. | Όταν δεν ξέρετε τι, αλλά ξέρετε για ποιον.
`

const rows = categoryTable
  .trim()
  .split('\n')
  .map(line => {
    const [id, slug = '', en = '', el = '', aboutEn = '', aboutEl = ''] = line.split(' | ')
    return {
      id: Number(id),
      slug,
      name: { en, el },
      description: { en: aboutEn, el: aboutEl },
    }
  })

const ids = new Set(rows.map(row => row.id))

/** The category tree, three levels deep. */
export const categories: Category[] = rows.map(({ id, slug, name, description }, n) => {
  const parent = Math.floor(id / 10)
  return { id, parent: ids.has(parent) ? parent : 0, slug, name, description, position: n + 1 }
})

/** The tile colour behind the pictures of a category, the same as on the pages of registries. */
export function tileOfCategory(category: number): Product['tile'] {
  return (category % 6) as Product['tile']
}
