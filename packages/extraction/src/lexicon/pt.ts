import type { Language } from './classes.ts'

export const pt: Language = {
  stopWords: 'os as dos das pelo pela com uma seu sua nao ao aos em no na nos nas voce obrigado esta este ou ate sao',
  months:
    'janeiro jan|fevereiro fev|março mar|abril abr|maio mai|junho jun|julho jul|agosto ago|setembro set|outubro out|novembro nov|dezembro dez',
  labels: {
    total:
      'total | valor total | total geral | total da fatura | total da factura | total do documento | total com iva | total iva incluido | total c iva | montante total | total eur | total a faturar | total liquido | valor total da nota | total documento | valor da fatura | total bruto | total r | total euros',
    base: 'subtotal | total sem iva | total iliquido | base tributavel | base de incidencia | incidencia | valor liquido | sub total | base de calculo | valor dos produtos | total s iva | mercadoria servicos | total antes de impostos | iliquido | soma | total mercadorias | valor dos servicos | total parcial | liquido',
    tax: 'iva | imposto | total iva | valor iva | valor do iva | total do iva | total impostos | icms | iss | ipi | montante iva | valor do imposto | impostos | i v a',
    due: 'total a pagar | valor a pagar | a pagar | montante em divida | valor em divida | saldo a pagar | saldo devedor | valor devido | total devido | em divida | montante a pagar | importancia a pagar | valor em aberto | valor pendente | por liquidar | a liquidar | total a liquidar | valor a liquidar | total em divida | saldo em divida | valor total a pagar | liquido a pagar | total por liquidar | quantia a pagar | valor em falta | falta pagar | total em aberto | resta pagar | valor total em divida | total a cobrar',
    paid: 'pago | valor pago | adiantamento | ja pago | recebido | sinal | total pago | entrada | montante pago | pagamentos | adiantamento recebido | pagamentos recebidos',
    cash: 'dinheiro | numerario | entregue',
    card: 'cartao | multibanco | cartao de credito | cartao de debito | mb way',
    change: 'troco',
    rounding: 'arredondamento | acerto',
    discount: 'desconto | descontos | desc | total descontos | desconto comercial | desconto financeiro | abatimento',
    charge: 'portes | frete | envio | transporte | despesas de envio | portes de envio | taxa de entrega',
    deposit: 'caucao | deposito',
    balance: 'saldo anterior | saldo | retencao | retencao na fonte | saldo em divida anterior',
    rate: 'taxa | taxa iva | taxa de iva | % iva | iva % | aliquota | tx iva',
    words_total: 'extenso | valor por extenso',
    date: 'data | em | datado de',
    invoice_date:
      'data da fatura | data da factura | data fatura | data de emissao | data emissao | data documento | data do documento | emitido em | emitida em | data doc | emissao | data de faturacao | data da nota | data de faturamento',
    due_date:
      'data de vencimento | vencimento | data vencimento | data limite de pagamento | data limite | pagar ate | vence em | pagamento ate | vencimento em | pague ate | pagavel ate | data de pagamento | prazo limite | liquidar ate | data limite pagamento | pagar antes de | a pagar ate',
    delivery_date:
      'data de entrega | data entrega | data de fornecimento | data do servico | data da prestacao | data de saida | data da operacao | data de carga | data prestacao',
    order_date: 'data da encomenda | data do pedido | data encomenda',
    print_date: 'data de impressao | impresso em | valido ate | validade | data da consulta | processado em',
    period: 'periodo | periodo de faturacao | ate | periodo de referencia | mes de referencia | periodo faturado',
    time: 'hora',
    invoice_no:
      'fatura no | factura no | fatura | factura | no da fatura | no fatura | numero da fatura | fatura recibo no | fatura recibo | documento no | no documento | no do documento | nota de credito no | recibo no | nota fiscal no | nota fiscal | numero da nota | fatura simplificada no | numero | no da factura | no doc | numero do documento | nota credito no | no nota de credito | numero da nota de credito | aviso no',
    order_no:
      'encomenda | encomenda no | no encomenda | no de encomenda | vossa encomenda | v encomenda | pedido | pedido no | no do pedido | numero do pedido | numero da encomenda | ordem de compra | ordem de compra no | requisicao | requisicao no | no requisicao | sua encomenda | v ref encomenda | nota de encomenda | nota de encomenda no',
    seller_order_no: 'nossa encomenda | pedido de venda | ordem de venda',
    customer_no:
      'no cliente | no de cliente | cliente no | numero de cliente | codigo cliente | codigo do cliente | cod cliente | numero do cliente | no do cliente | id cliente | conta cliente',
    delivery_no: 'guia de remessa | guia de transporte | guia no | nota de entrega | guia de remessa no | romaneio',
    reference:
      'referencia | vossa referencia | v ref | ref | projeto | projecto | obra | assunto | observacoes | orcamento no | processo',
    our_ref: 'nossa referencia | n ref',
    contract_no: 'contrato | contrato no | no contrato | numero do contrato | apolice | apolice no | no de contrato',
    transaction_no:
      'transacao | autorizacao | protocolo | entidade | chave de acesso | atcud | referencia multibanco | protocolo de autorizacao',
    account_no: 'conta | no conta | conta no | numero da conta | nib | conta corrente | conta bancaria | agencia conta',
    bank_code: 'agencia | codigo do banco | balcao',
    iban: 'iban | no iban',
    bic: 'bic | swift | bic swift | swift bic | codigo swift',
    vat_id:
      'nif | contribuinte | no contribuinte | contribuinte no | numero de contribuinte | nipc | no de contribuinte | vat | iva no | nif cliente | n contribuinte | no de identificacao fiscal | numero fiscal | identificacao fiscal | cnpj | cpf | cnpj cpf | cpf cnpj | v no contribuinte | contrib no',
    tax_no: 'inscricao estadual | inscricao municipal',
    company_no: 'matricula | crc | conservatoria | capital social | registo comercial | matriculada na c r c',
    phone: 'telefone | tel | telemovel | tlm | tlf | telef | fone | celular | contacto | contato',
    fax: 'fax',
    email: 'email | e mail | correio eletronico',
    web: 'web | www | site | website | pagina',
    number: 'no | numero | num',
    terminal: 'caixa | loja | mesa | terminal | posto',
    cashier: 'operador | vendedor | atendido por | funcionario | empregado | operadora',
    page: 'pagina | pag | folha',
    corrected_no: 'fatura original | documento de origem | ref a fatura | referente a fatura | doc origem',
    bill_to:
      'cliente | faturar a | facturar a | dados do cliente | exmo s senhor es | exmos senhores | exmo senhor | exmos srs | exmo sr | comprador | destinatario | adquirente | tomador | tomador de servicos | faturado a | nome do cliente | dados de faturacao | endereco de cobranca | morada de faturacao | para | sacado | cobrar de | destinatario remetente',
    ship_to:
      'morada de entrega | local de entrega | entregar em | endereco de entrega | local de descarga | descarga | enviar para',
    payee: 'beneficiario | titular | titular da conta | a favor de',
    seller:
      'vendedor | fornecedor | emitente | prestador | prestador de servicos | emissor | remetente | favorecido | vendido por | emitido por',
    attention: 'a c | ao cuidado de | a atencao de | pessoa de contacto | contacto',
    name: 'nome | razao social | nome razao social | empresa | designacao social | nome empresarial | nome nome empresarial',
    address:
      'morada | endereco | rua | localidade | cidade | codigo postal | cod postal | cep | pais | concelho | bairro | municipio | sede',
    bank: 'banco | dados bancarios | dados para pagamento | transferencia bancaria | pagamento por transferencia | coordenadas bancarias',
    invoice:
      'fatura | factura | fatura recibo | nota fiscal | nota fiscal eletronica | nota fiscal de servicos | fatura proforma',
    tax_invoice: 'fatura simplificada',
    credit_note: 'nota de credito',
    debit_note: 'nota de debito',
    proforma: 'fatura pro forma | proforma | orcamento | pro forma | proposta',
    receipt: 'recibo | talao | cupom fiscal | recibo de pagamento | comprovativo',
    order: 'encomenda | nota de encomenda | ordem de compra | pedido | pedido de compra',
    delivery_note: 'guia de remessa | guia de transporte | nota de entrega | guia de entrega',
    quantity: 'quantidade | qtd | qtde | quant | horas | unidades | qt',
    unit_price:
      'preco | preco unitario | preco unit | p unitario | valor unitario | vlr unit | p unit | pr unitario | preco un | valor unit | pr unit | custo unitario',
    line_amount:
      'total | valor | valor total | importancia | montante | subtotal | vlr total | total liquido | preco total',
    code: 'codigo | referencia | cod | ref | artigo | cod produto | codigo do produto',
    description:
      'descricao | designacao | artigo | produto | servico | descricao do produto | descricao dos servicos | discriminacao | produto servico | item',
    unit: 'unidade | un | unid',
    currency: 'moeda | divisa',
    terms: 'condicoes de pagamento | prazo de pagamento | cond pagamento | condicao de pagamento | cond pag | prazo',
    payment_method:
      'forma de pagamento | metodo de pagamento | modo de pagamento | meio de pagamento | forma pagamento',
    thanks: 'obrigado | obrigada | obrigado pela preferencia',
    place: 'local | local da prestacao | local de prestacao',
  },
  columns: {
    position: 'linha | lin | item no',
    code: 'codigo | referencia | cod | cod produto | codigo do produto | cod artigo | ncm | artigo no',
    description:
      'descricao | designacao | artigo | produto | servico | descricao do produto | descricao dos servicos | discriminacao | produto servico | descricao do artigo | servicos | designacao do artigo',
    quantity: 'quantidade | qtd | qtde | quant | horas | unidades | qt | qtd faturada',
    uom: 'unidade | un | unid',
    unit_price:
      'preco | preco unitario | preco unit | p unitario | valor unitario | vlr unit | p unit | pr unitario | preco un | valor unit | pr unit | preco s iva | custo unitario',
    discount: 'desconto | desc | desc % | % desc | abatimento',
    rate: 'iva | taxa iva | taxa | % iva | iva % | tx iva | aliquota | taxa de iva | imposto',
    tax: 'valor iva | valor do iva | valor do imposto | montante iva | total iva',
    amount:
      'total | valor | valor total | importancia | montante | total liquido | vlr total | preco total | total s iva | total c iva | total iliquido | valor liquido | total sem iva',
    base: 'incidencia | base tributavel | base de incidencia | base de calculo',
  },
  net: 'sem iva | s iva | liquido | iliquido',
  gross: 'com iva | c iva | bruto | iva incluido',
  summary:
    'total geral | valor total | total a pagar | total iva | total iliquido | total liquido | incidencia | base tributavel | valor a pagar | arredondamento | desconto total | total descontos | retencao | troco | total do documento | total da fatura | imposto | soma | valor pago | total com iva | total sem iva | total mercadorias | iva',
  carry: 'a transportar | transporte de pagina | transportado | total transportado',
  allowance: 'desconto | descontos | abatimento',
  included: 'dos quais | incluindo',
  units:
    'un | und | unid | unidade | unidades | hora | horas | dia | dias | mes | meses | cx | caixa | kg | mt | metro | metros | par | pares | servico | sv',
  taxWords: 'icms | iss | ipi | imposto | iva',
}
