import { list } from './list.ts'
import type { Words } from './words.ts'

export const fr: Words = {
  given: list(
    'Camille|Julien|Élodie|Mathieu|Chloé|François|Hélène|Jean-Luc|Marie-Claire|Thibault|Aurélie|Benoît|Sylvie|Gérard|Noémie|Hugo|Mme Anne|M. Paul|Dr Luc|Léa|Rémi|Solène',
  ),
  surnames: list(
    'Lefort|Dubois-Martel|Delacroix|de la Tour|Bérenger|Castagnier|Le Goff|Moreau|Thévenin|Gauthier|d’Aubigny|Rousselot|Vasseur|Pélissier|Charbonnel|Marchand|Lacombe|Fournier|Haddad|Benali|Chevallier|Desrosiers|Évrard|Garnier|Jolivet|Kerbrat|Lemaître|Maréchal',
  ),
  streets: list(
    '{n} rue des Lilas|{n}, rue de la République|{n} bis, avenue Jean Jaurès|{n} boulevard Victor Hugo|ZI Les Paluds, {n} allée des Pins|{n} chemin du Moulin|{n}, place du Marché|BP {n}|{n} quai de la Loire|{n} rue Pasteur|Zone artisanale du Lac - Lot {f}|{n} impasse des Cerisiers|Parc d’activités {n}|{n} route de Lyon|{n} Rue Saint-Honoré|{n} ter rue du Faubourg',
  ),
  extras: list(
    'Service comptabilité|Service achats|Bâtiment B|2e étage|Résidence Les Tilleuls|Direction financière|Comptabilité fournisseurs|CS 70{f}01',
  ),
  trades: list(
    'Plomberie|Électricité générale|Conseil|Menuiserie|Paysages|Traiteur|Informatique|Transports|Imprimerie|Architecture d’intérieur|Ingénierie|Nettoyage|Communication|Bâtiment|Fournitures de bureau|Boulangerie|Peinture|Formation|Avocats|Expertise comptable|Maçonnerie|Automobiles|Fleurs|Papeterie|Distribution|Hébergement|Énergies|Télécom|Assurances|Chauffage|Vins et spiritueux|Optique|Pharmacie|Électronique|Traductions|Photographie|Voyages',
  ),
  places: list(
    'Atlantique|Alpes|Provence|Bretagne|Nord|Rhône|Petit Phare|Mistral|Grand Large|Lyonnaise|Occitane|Méditerranée|Horizon|Beauséjour|Val de Loire|Générale|Moderne',
  ),
  forms: list('SARL|SAS|SA|EURL|SASU|S.A.R.L.|SCI|& Fils|et Associés|SRL|SNC|& Cie|||||'),
  bodies: list(
    'Mairie de {town}|Université de {town}|CHU de {town}|Association {place}|Conseil départemental|Lycée Jean Moulin|Office de tourisme de {town}|Chambre de métiers|Syndicat des copropriétaires {place}|Communauté de communes {place}',
  ),
  boss: list('Gérant : {person}|Président : {person}|Directrice : {person}|Représentée par {person}'),
  office: list(
    'Siège social : {street}, {city}|{name} - {street} - {city}|SARL au capital de 8 000 €|SAS au capital de 50 000 euros',
  ),
  pieces: list('pce|pièce(s)|u|U|unité|Unités|pcs|ens|unité(s)'),
  hours: list('h|heures|Heure(s)|H|Heures'),
  measures: list('kg|m|m²|l|boîte|lot|rouleau|paire|jour|km|carton|ml|forfait|kWh|palette|ens.'),
  products: list(
    'Lampe de bureau|Fauteuil de bureau|Ramette papier A4|Cartouche d’encre|Équerre acier|Table en chêne|Tasse à café|Dalle LED|Tube cuivre|Vanne à bille|Filtre à eau|Carnet|Câble USB-C|Souris sans fil|Écran 27 pouces|Gants de protection|Savon liquide|Café en grains|Huile d’olive|Tuyau d’arrosage|Peinture murale|Cheville|Perceuse sans fil|Bibliothèque|Tapis|Tringle à rideaux|Pantalon de travail|Chaussures de sécurité|Veste de pluie|Imprimante laser|Disjoncteur|Roulement à billes|Joint d’étanchéité|Filtre à air|Plaquettes de frein|Carton d’emballage|Film à bulles|Rouleau d’étiquettes|Trousse de secours|Extincteur|Tableau blanc|Armoire avec portes|Eau pétillante|Sandwich jambon|Fromage de chèvre|Combinaison de travail|Boîte de rangement|Panneau|Placo BA13|Carrelage grès|Robinet mitigeur|Prise électrique|Radiateur|Poignée de porte',
  ),
  attributes: list(
    'noir|blanc|grand modèle|petit modèle|inox|2 m|60 x 40 cm|gris, lot de 4|type B|galvanisé|recyclé|avec couvercle|lot de 10|500 ml|12 V|taille L|bleu/blanc|M8x40|réf. 300|80 g|3/4"|gauche|recharge|1,5 kg|personnalisable|double|droite|qualité pro',
  ),
  services: list(
    'Conseil|Hébergement web|Licence logiciel|Maintenance annuelle|Visite technique|Installation|Gestion de projet|Création graphique|Traduction français-anglais|Réparation|Forfait mensuel|Sauvegarde de données|Nettoyage des locaux|Journée de formation|Frais de déplacement|Main d’œuvre|Rédaction|Conseil juridique|Tenue de comptabilité|Location de matériel|Renouvellement de domaine|Entretien chaudière|Reportage photo|Chambre double|Petit déjeuner|Parking|Cotisation annuelle|Campagne publicitaire|Abonnement Pro|Stockage cloud|Transport|Contrôle des extincteurs|Prestation support|Étude préalable|Pose de carrelage|Abonnement ligne|Évacuation des gravats|Architecte principal',
  ),
  details: list(
    'N° de série {serial}|Livré le {date}|Lot {serial}|pose comprise|Période du {date} au {date2}|selon devis n° {serial}|Garantie 24 mois|avec accessoires et notice|réalisé par {person}|Origine : France|remplace l’ancien modèle|du {date} au {date2}',
  ),
  sections: list(
    'Rez-de-chaussée|Fournitures|Main d’œuvre|Semaine 12|Phase 1|Lot 1 - Gros œuvre|Site de Lyon|Déplacements|Travaux supplémentaires',
  ),
  energy: list(
    'Consommation heures pleines|Consommation heures creuses|Abonnement|Taxes et contributions|Acheminement|Consommation gaz|Distribution de l’eau|Assainissement|Forfait mobile 50 Go|Appels internationaux|Internet fibre',
  ),
  policies: list(
    'Responsabilité civile professionnelle|Assurance auto|Multirisque habitation|Mutuelle santé|Échéance 3 sur 12|Protection juridique',
  ),
  fantasy: list(
    'Atelier|Studio|Labo|Numérique|Systèmes|Groupe|Solutions|Services|Créations|Collectif|Concept|Distribution',
  ),
}
