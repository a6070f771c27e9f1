import { list } from './list.ts'
import type { Words } from './words.ts'

export const es: Words = {
  given: list(
    'María|Javier|Lucía|Álvaro|Carmen|Íñigo|Beatriz|José Luis|Marta|Raúl|Noelia|Andrés|Pilar|Gonzalo|Nuria|Sergio|D. Ramón|Dña. Elena|Rocío|Óscar',
  ),
  surnames: list(
    'García Peña|Iglesias|Muñoz|de la Fuente|Echeverría|Castaño|Ibáñez|Robledo|Núñez|Pardo|Villalobos|Ortega|Serrano|Zubiri|Arroyo|Cabrera|del Río|Montero|Quintana|Salvatierra|Bermejo|Cordero|Lozano|Marín|Nieto|Ríos',
  ),
  streets: list(
    'Calle Mayor, {n}|C/ Alcalá, {n} {f}º B|Avda. de la Constitución, {n}|Plaza España {f}|Polígono Industrial Sur, nave {n}|Paseo del Prado {n}|C/ San Juan {n}, bajo|Ctra. de Madrid, km {f}|Ronda de Atocha, {n}|Camino Viejo s/n|Calle de Serrano {n}, {f}ª planta|Gran Vía, {n}|Travesía del Sol {f}|Apartado de correos {n}',
  ),
  extras: list(
    'Dpto. de Administración|Departamento de Compras|Edificio B|2º izquierda|Contabilidad|Oficina {f}|Atención al cliente',
  ),
  trades: list(
    'Fontanería|Instalaciones eléctricas|Asesores|Carpintería|Jardines|Catering|Informática|Transportes|Artes Gráficas|Ingeniería|Limpiezas|Comunicación|Construcciones|Papelería|Panadería|Pinturas|Formación|Abogados|Gestoría|Automoción|Floristería|Distribuciones|Alojamiento web|Energía|Telecomunicaciones|Seguros|Climatización|Bodegas|Óptica|Farmacia|Electrónica|Traducciones|Viajes|Reformas|Suministros',
  ),
  places: list(
    'Ibérica|Levante|Norte|Mediterráneo|Castilla|Andaluza|del Sur|Cantábrico|Casa Roble|Atlántico|Sierra|Central|Nueva|Campo Alto|Costa|Hispania',
  ),
  forms: list('S.L.|S.A.|SL|SLU|S.L.U.|S.C.|e Hijos|y Asociados|Hnos.|S. Coop.|SLP||||'),
  bodies: list(
    'Ayuntamiento de {town}|Universidad de {town}|Hospital General de {town}|Asociación {place}|Comunidad de Propietarios {place}|Diputación de {town}|Club Deportivo {town}|Fundación {place}',
  ),
  boss: list('Administrador: {person}|Gerente: {person}|Directora: {person}'),
  office: list(
    'Domicilio social: {street}, {city}|{name} - {street} - {city}|Inscrita en el Registro Mercantil de {town}',
  ),
  pieces: list('ud.|uds.|Ud|Unidades|pza|u.|UD'),
  hours: list('h|horas|Hora(s)|hrs|H'),
  measures: list('kg|m|m²|l|caja|paquete|rollo|juego|par|día|km|ml|kWh|mes|palé'),
  products: list(
    'Lámpara de escritorio|Silla de oficina|Papel A4|Cartucho de tóner|Escuadra de acero|Mesa de roble|Taza de cerámica|Panel LED|Tubo de cobre|Válvula de bola|Filtro de agua|Cuaderno|Cable USB-C|Ratón inalámbrico|Monitor 27"|Guantes de protección|Jabón de manos|Café molido|Aceite de oliva virgen|Manguera|Pintura plástica|Taco|Taladro|Estantería|Alfombra|Camisa de algodón|Botas de seguridad|Chubasquero|Impresora láser|Interruptor magnetotérmico|Rodamiento|Junta|Filtro de aire|Pastillas de freno|Caja de cartón|Rollo de etiquetas|Botiquín|Extintor|Pizarra blanca|Archivador|Agua con gas|Bocadillo de jamón|Queso curado|Vino tinto crianza|Toalla|Copas de vino|Azulejo|Grifo monomando|Enchufe|Radiador|Manilla',
  ),
  attributes: list(
    'negro|blanco|grande|pequeño|inox|2 m|60 x 40 cm|gris, juego de 4|tipo B|galvanizado|reciclado|con tapa|pack 10|500 ml|12 V|talla L|azul/blanco|M8x40|modelo 300|80 g|3/4"|izquierda|recambio|1,5 kg|doble|extra',
  ),
  services: list(
    'Consultoría|Alojamiento web|Licencia de software|Mantenimiento anual|Visita técnica|Instalación|Gestión de proyecto|Diseño gráfico|Traducción español-inglés|Reparación|Cuota mensual|Copia de seguridad|Limpieza de oficinas|Jornada de formación|Gastos de desplazamiento|Mano de obra|Redacción|Asesoramiento jurídico|Contabilidad|Alquiler de maquinaria|Renovación de dominio|Revisión de caldera|Reportaje fotográfico|Habitación doble|Desayuno|Aparcamiento|Cuota de socio|Campaña publicitaria|Plan Pro|Almacenamiento en la nube|Transporte|Revisión de extintores|Alta de línea|Obra menor|Honorarios profesionales',
  ),
  details: list(
    'Nº serie {serial}|Entregado el {date}|Lote {serial}|instalación incluida|Periodo {date} - {date2}|según presupuesto {serial}|Garantía 24 meses|con accesorios|realizado por {person}|Origen: España|del {date} al {date2}',
  ),
  sections: list(
    'Planta baja|Materiales|Mano de obra|Semana 12|Fase 1|Capítulo 01|Oficina Madrid|Desplazamientos|Trabajos adicionales',
  ),
  energy: list(
    'Término de energía|Término de potencia|Impuesto eléctrico|Alquiler de contador|Consumo de gas|Consumo de agua|Alcantarillado|Tarifa móvil 50 GB|Llamadas internacionales|Fibra 600 Mb',
  ),
  policies: list(
    'Seguro de responsabilidad civil|Seguro de automóvil|Seguro de hogar|Cuota 3 de 12|Defensa jurídica|Seguro de salud',
  ),
  fantasy: list('Taller|Estudio|Lab|Digital|Sistemas|Grupo|Soluciones|Servicios|Creaciones|Comercial|Global'),
}
