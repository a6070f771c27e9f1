import { list } from './list.ts'
import type { Words } from './words.ts'

export const pt: Words = {
  given: list(
    'João|Inês|Tiago|Beatriz|Rui|Catarina|Gonçalo|Mariana|António|Sofia|Nuno|Joana|Luís|Conceição|Bruno|Dra. Rita|Eng. Paulo|Vítor|Leonor|Fábio',
  ),
  surnames: list(
    'Ferreira|da Silva|Gonçalves|Magalhães|Nogueira|de Almeida|Brandão|Carvalho|Simões|Teixeira|dos Santos|Queirós|Lourenço|Pacheco|Vasconcelos|Araújo|Barros|Cunha|Esteves|Fonseca|Guimarães|Moura|Pinheiro|Rebelo',
  ),
  streets: list(
    'Rua Augusta, {n}|Avenida da Liberdade, {n} - {f}º Dto|Rua do Almada {n}|Largo da Sé, {f}|Zona Industrial, Lote {n}|Praça da República {f}|Estrada Nacional {n}, km {f}|Rua das Flores n.º {n}|Travessa do Carmo, {f}|Av. Paulista, {n}|Rua 25 de Abril, {n} R/C|Rua Dr. José Falcão {n} - {f}º|Apartado {n}|Al. dos Oceanos, {n}',
  ),
  extras: list('Departamento Financeiro|Serviço de Compras|Edifício B|2.º andar|Contabilidade|Sala {f}|Loja {f}'),
  trades: list(
    'Canalizações|Instalações Elétricas|Consultores|Carpintaria|Jardins|Catering|Informática|Transportes|Gráfica|Decoração|Engenharia|Limpezas|Comunicação|Construções|Papelaria|Padaria|Pinturas|Formação|Advogados|Contabilidade|Automóveis|Florista|Distribuição|Alojamento|Energia|Telecomunicações|Seguros|Climatização|Vinhos|Óptica|Farmácia|Eletrónica|Traduções|Viagens|Ferragens|Metalúrgica|Têxteis|Calçado',
  ),
  places: list(
    'Ibérica|Atlântico|do Norte|Lusitana|do Tejo|Nova|Central|Algarve|Douro|Nacional|Ponte|Costa Verde|Mundial|Ribeira',
  ),
  forms: list('Lda.|Lda|S.A.|Unipessoal Lda|, Lda.|SA|& Filhos, Lda|Ltda|e Associados|, S.A.||||'),
  bodies: list(
    'Câmara Municipal de {town}|Universidade de {town}|Hospital de {town}|Associação {place}|Condomínio {place}|Agrupamento de Escolas de {town}|Junta de Freguesia de {town}|Fundação {place}',
  ),
  boss: list('Gerente: {person}|Administrador: {person}|Diretora: {person}'),
  office: list(
    'Sede: {street}, {city}|{name} - {street} - {city}|Capital social: 5.000,00 €|Registada na C.R.C. de {town}',
  ),
  pieces: list('un|un.|uni|UN|pç|unid.'),
  hours: list('h|horas|hora|hrs|H'),
  measures: list('kg|m|m2|l|cx|emb.|rolo|conj.|par|dia|km|ml|kWh|mês|KG|palete'),
  products: list(
    'Candeeiro de mesa|Cadeira de escritório|Papel A4|Toner|Esquadro de aço|Mesa em carvalho|Caneca|Painel LED|Tubo de cobre|Válvula de esfera|Filtro de água|Caderno|Cabo USB-C|Rato sem fios|Monitor 27"|Luvas de proteção|Sabonete líquido|Café em grão|Azeite virgem extra|Mangueira|Tinta plástica|Bucha|Berbequim|Estante|Tapete|Camisa de algodão|Botas de segurança|Impermeável|Impressora laser|Disjuntor|Rolamento|Junta|Filtro de ar|Pastilhas de travão|Caixa de cartão|Rolo de etiquetas|Mala de primeiros socorros|Extintor|Quadro branco|Armário|Água com gás|Sandes mista|Queijo da Serra|Vinho tinto reserva|Toalha|Copos de vinho|Azulejo|Torneira misturadora|Tomada|Radiador|Puxador|Bacalhau',
  ),
  attributes: list(
    'preto|branco|grande|pequeno|inox|2 m|60 x 40 cm|cinza, conj. 4|tipo B|galvanizado|reciclado|com tampa|pack 10|500 ml|12 V|tam. L|azul/branco|M8x40|modelo 300|80 g|3/4"|esquerda|recarga|1,5 kg|duplo|extra',
  ),
  services: list(
    'Consultoria|Alojamento web|Licença de software|Manutenção anual|Visita técnica|Instalação|Gestão de projeto|Design gráfico|Tradução português-inglês|Reparação|Avença mensal|Cópia de segurança|Limpeza de escritórios|Dia de formação|Deslocações|Mão de obra|Redação|Assessoria jurídica|Contabilidade|Aluguer de equipamento|Renovação de domínio|Revisão de caldeira|Reportagem fotográfica|Quarto duplo|Pequeno-almoço|Estacionamento|Quota anual|Campanha publicitária|Plano Pro|Armazenamento cloud|Transporte|Inspeção de extintores|Honorários|Pinturas|Fiscalização de obra',
  ),
  details: list(
    'N.º série {serial}|Entregue em {date}|Lote {serial}|instalação incluída|Período {date} - {date2}|conforme proposta {serial}|Garantia 24 meses|com acessórios|executado por {person}|Origem: Portugal|de {date} a {date2}',
  ),
  sections: list('Rés do chão|Materiais|Mão de obra|Semana 12|Fase 1|Escritório Porto|Deslocações|Trabalhos a mais'),
  energy: list(
    'Energia ativa|Potência contratada|Taxa de exploração|Contribuição audiovisual|Consumo de gás|Água|Saneamento|Tarifário móvel|Chamadas internacionais|Fibra 500',
  ),
  policies: list(
    'Seguro de responsabilidade civil|Seguro automóvel|Multirriscos habitação|Prestação 3 de 12|Proteção jurídica',
  ),
  fantasy: list('Oficina|Estúdio|Lab|Digital|Sistemas|Grupo|Soluções|Serviços|Criações|Comercial|Design'),
}
