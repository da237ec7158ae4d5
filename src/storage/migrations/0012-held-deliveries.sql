-- The few deliveries that wait for a person are counted whenever somebody asks how the service is.
CREATE INDEX delivery_held ON delivery (printer_id) WHERE state = 'held';
