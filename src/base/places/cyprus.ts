/** Cyprus by its districts and municipalities, in the notation that `gazetteer.ts` explains. */
export const cyprus = `
# Κύπρος|Cyprus|Kypros
## Λευκωσία|Nicosia|Lefkosia
Λευκωσίας: Λευκωσία|Nicosia|Lefkosia, Άγιος Δομέτιος, Έγκωμη, Παλλουριώτισσα
Στροβόλου: Στρόβολος
Λακατάμιας: Λακατάμια, Τσέρι, Ανάγεια
Λατσιών-Γερίου: Λατσιά, Γέρι
Νότιας Λευκωσίας-Ιδαλίου: Δάλι, Πέρα Χωριό, Αλάμπρα
Μόρφου: Μόρφου|Morphou
- Αστρομερίτης, Κακοπετριά, Πεδουλάς, Περιστερώνα, Κλήρου
## Λεμεσός|Limassol|Lemesos
Λεμεσού: Λεμεσός|Limassol|Lemesos, Μέσα Γειτονιά, Άγιος Αθανάσιος
Αμαθούντας: Γερμασόγεια|Germasogeia|Yermasoyia, Άγιος Τύχωνας, Μουτταγιάκα, Πύργος Λεμεσού
Πολεμιδιών: Κάτω Πολεμίδια, Πάνω Πολεμίδια
Κουρίου: Ύψωνας|Ypsonas, Επισκοπή, Ερήμη, Κολόσσι
- Όμοδος|Omodos, Πλάτρες|Platres, Αγρός|Agros, Πισσούρι|Pissouri
## Λάρνακα|Larnaca|Larnaka
Λάρνακας: Λάρνακα|Larnaca|Larnaka, Λιβάδια Λάρνακας, Ορόκλινη|Oroklini
Αραδίππου: Αραδίππου|Aradippou
Δρομολαξιάς-Μενεού: Δρομολαξιά, Μενεού, Κίτι|Kiti, Περβόλια
Λευκάρων: Πάνω Λεύκαρα|Lefkara|Λεύκαρα
Αθηένου: Αθηένου
## Αμμόχωστος|Famagusta|Ammochostos
Αμμοχώστου: Αμμόχωστος|Famagusta|Ammochostos
Αγίας Νάπας: Αγία Νάπα|Ayia Napa|Agia Napa
Παραλιμνίου-Δερύνειας: Παραλίμνι|Paralimni, Δερύνεια|Deryneia, Πρωταράς|Protaras
- Σωτήρα Αμμοχώστου|Sotira, Λιοπέτρι, Φρέναρος
Λύσης: Λύση
## Πάφος|Paphos|Pafos
Πάφου: Πάφος|Paphos|Pafos
Ιεροκηπίας: Γεροσκήπου|Geroskipou|Yeroskipou, Τίμη, Κούκλια|Kouklia
Ακάμα: Πέγεια|Peyia|Pegeia, Κόλπος των Κοραλλίων|Coral Bay
- Χλώρακας|Chloraka, Κισσόνεργα, Τάλα
Πόλεως Χρυσοχούς: Πόλη Χρυσοχούς|Polis Chrysochous|Polis, Λατσί|Latchi
## Κερύνεια|Kyrenia|Keryneia
Κερύνειας: Κερύνεια|Kyrenia|Keryneia
Λαπήθου: Λάπηθος|Lapithos
Καραβά: Καραβάς
`
