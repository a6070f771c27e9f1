import type { Language } from './classes.ts'

export const es: Language = {
  stopWords: 'el los las del para por con una su sus se y es en no al nuestra este esta gracias o',
  months:
    'enero ene|febrero feb|marzo mar|abril abr|mayo|junio jun|julio jul|agosto ago|septiembre setiembre sep|octubre oct|noviembre nov|diciembre dic',
  labels: {
    total:
      'total | importe total | total factura | total con iva | total general | total iva incluido | monto total | total euros | suma total | importe total factura | total documento | total eur | total a facturar | gran total | total bruto | importe con iva | total i v a incluido | total impuestos incluidos | importe total iva incluido',
    base: 'base imponible | subtotal | importe neto | neto | total sin iva | base | suma | total neto | sub total | total base imponible | importe sin iva | importe bruto | total antes de impuestos | base iva | neto gravado | total bruto sin iva | importe base | total antes de iva | suma bases',
    tax: 'iva | cuota iva | impuesto | importe iva | total iva | cuota | i v a | igic | impuestos | total impuestos | monto iva',
    due: 'total a pagar | importe a pagar | a pagar | importe pendiente | saldo pendiente | pendiente de pago | liquido a percibir | total pendiente | importe adeudado | saldo a pagar | cantidad a pagar | resta por pagar | importe debido | total pendiente de pago | a abonar | por pagar | importe restante | liquido a pagar | total liquido | neto a pagar | monto a pagar | total por pagar | saldo por pagar | saldo deudor | resto a pagar | a liquidar | total adeudado | importe liquido | importe por pagar | pendiente de cobro | falta por pagar | queda por pagar | total a abonar | importe a abonar | liquido total',
    paid: 'pagado | anticipo | importe pagado | a cuenta | entregado a cuenta | abonado | pagos recibidos | ya pagado | menos anticipo',
    cash: 'efectivo | entregado | recibido',
    card: 'tarjeta | tarjeta de credito',
    change: 'cambio | vuelto | su cambio',
    rounding: 'redondeo',
    discount: 'descuento | dto | dcto | descuentos | total descuento',
    charge: 'gastos de envio | portes | envio | transporte | flete',
    rate: 'tipo | tipo iva | % iva | iva %',
    balance: 'saldo anterior | retencion | irpf | retencion irpf',
    words_total: 'son',
    date: 'fecha | de fecha',
    invoice_date:
      'fecha factura | fecha de factura | fecha de emision | fecha emision | fecha de la factura | fecha de expedicion | fecha expedicion | fecha documento | fecha de facturacion | emitida el',
    due_date:
      'fecha vencimiento | vencimiento | fecha de vencimiento | vence | fecha limite de pago | vencimientos | fecha de pago | vence el | pagar antes de | fecha vto | vto | fecha limite | pagar antes del | a pagar antes de | fecha de cargo | fecha cargo | pago antes del | fecha maxima de pago | cargo en cuenta el | se cargara el | fecha tope | pagadero el | pagar hasta | a pagar el | abonar antes de | pagadero antes del | fecha de cobro | se cobrara el',
    delivery_date:
      'fecha de entrega | fecha entrega | fecha de operacion | fecha operacion | fecha de servicio | fecha de prestacion | fecha de envio',
    order_date: 'fecha de pedido | fecha pedido',
    print_date: 'valido hasta | fecha de impresion | fecha validez',
    period: 'periodo | periodo de facturacion | desde | hasta | del',
    time: 'hora',
    invoice_no:
      'factura no | no factura | no de factura | numero de factura | factura | numero factura | factura num | n factura | factura simplificada | documento | no documento | ticket no | num factura | recibo no | folio | abono no | no ticket | factura numero | serie y numero | serie | factura rectificativa no | num documento | no doc | ref factura | referencia factura | no abono | numero de abono | num doc | minuta no | nota de abono no | rectificativa no | no rectificativa | recordatorio no',
    order_no:
      'pedido | no pedido | no de pedido | numero de pedido | su pedido | orden de compra | pedido no | n pedido | referencia pedido | oc | numero pedido | orden de compra no | no pedido cliente | su pedido no | pedido cliente | orden compra | oc no | no orden | ref pedido | referencia de pedido | vuestro pedido | no de orden | n ped | numero del pedido | no del pedido | n del pedido | pedido n',
    seller_order_no: 'nuestro pedido | pedido de venta | no pedido interno | ns pedido | n pedido',
    customer_no:
      'no cliente | no de cliente | numero de cliente | codigo cliente | cod cliente | cliente no | codigo de cliente | id cliente | numero cliente | ref cliente | referencia cliente | cuenta cliente | su codigo',
    delivery_no:
      'albaran | no albaran | albaran no | numero de albaran | no de albaran | nota de entrega | guia de remision',
    reference:
      'referencia | su referencia | concepto | proyecto | obra | ref | asunto | presupuesto | presupuesto no | observaciones | comercial',
    our_ref: 'nuestra referencia',
    contract_no: 'contrato | no contrato | numero de contrato | poliza',
    transaction_no: 'transaccion | autorizacion | operacion | no operacion | localizador',
    account_no: 'cuenta | no cuenta | numero de cuenta | cuenta bancaria | cuenta corriente | ccc | c c',
    iban: 'iban',
    bic: 'bic | swift | bic swift | codigo swift | swift bic',
    vat_id:
      'cif | nif | nif iva | cif nif | nif cif | n i f | c i f | n i f cif | rut | rfc | ruc | vat | nif dni | cuit | nit | dni nif | cif no | no iva | identificacion fiscal | no de identificacion fiscal | numero iva',
    company_no: 'registro mercantil | inscrita en el registro mercantil | dni | tomo',
    phone: 'telefono | tel | movil | tfno | tlf | telf | tf',
    fax: 'fax',
    email: 'email | e mail | correo electronico | correo',
    web: 'web | www | pagina web',
    number: 'numero | num',
    terminal: 'caja | tienda | mesa | terminal',
    cashier: 'cajero | le atendio | vendedor | atendido por | camarero | agente | dependiente',
    page: 'pagina | pag | hoja',
    corrected_no: 'factura rectificada | factura original',
    bill_to:
      'cliente | facturar a | datos del cliente | comprador | direccion de facturacion | destinatario | senor | facturado a | datos cliente | nombre cliente | razon social cliente | factura a | receptor | datos de facturacion | para | facturado a nombre de | a nombre de | cliente facturado | datos de facturacion del cliente',
    ship_to: 'direccion de entrega | enviar a | direccion de envio | lugar de entrega | entrega',
    payee: 'titular | beneficiario | titular de la cuenta | a nombre de',
    seller:
      'vendedor | proveedor | emisor | datos de la empresa | de parte de | datos del emisor | empresa emisora | datos del proveedor | vendido por | emitido por | facturado por',
    attention: 'a la atencion de | a la att de | persona de contacto | contacto | at',
    name: 'nombre | razon social | empresa',
    address:
      'direccion | domicilio | calle | poblacion | ciudad | codigo postal | provincia | cp | pais | domicilio social',
    bank: 'banco | datos bancarios | entidad | domiciliacion',
    invoice: 'factura | minuta | minuta de honorarios',
    credit_note: 'abono | factura rectificativa | nota de credito | factura de abono',
    proforma: 'proforma | presupuesto | factura proforma | cotizacion',
    receipt: 'recibo | ticket | factura simplificada',
    order: 'pedido | orden de compra',
    delivery_note: 'albaran | nota de entrega',
    quantity: 'cantidad | uds | cant | unidades | horas | ud',
    unit_price:
      'precio | precio unitario | precio unit | p unit | precio ud | p u | p unitario | precio unidad | tarifa',
    line_amount: 'importe | total | subtotal | monto | valor',
    code: 'codigo | articulo | referencia articulo | cod | ref articulo',
    description: 'descripcion | concepto | articulo | detalle | producto | denominacion | servicio | conceptos',
    unit: 'unidad | unidad de medida',
    currency: 'moneda | divisa',
    terms: 'condiciones de pago | forma y plazo de pago | plazo de pago | terminos de pago',
    payment_method: 'forma de pago | metodo de pago | modo de pago | medio de pago | forma pago',
  },
  columns: {
    position: 'linea | renglon',
    code: 'codigo | referencia | cod',
    description:
      'descripcion | concepto | articulo | producto | detalle | servicio | conceptos | descripcion del servicio | trabajos | detalle de servicios | articulo servicio',
    quantity: 'cantidad | cant | uds | unidades | ctd | horas | cantidades | num | unid | cdad',
    uom: 'unidad | ud | u medida',
    unit_price:
      'precio | precio unitario | precio unidad | p unitario | precio ud | p unit | importe unitario | tarifa | precio neto | coste unitario | pvp | precio base | p v p',
    rate: 'iva % | tipo iva | % iva | tipo | impuestos',
    tax: 'cuota | importe iva | cuota iva',
    amount:
      'importe | monto | precio total | total linea | valor | importe neto | neto | importe total | suma | neto linea | total neto | total eur',
    base: 'base imponible | base imp',
  },
}
