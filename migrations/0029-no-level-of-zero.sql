-- 0 was how an answer showed a level of drying that nobody agreed, and was kept as one when it was sent back. To dry to 0 % takes all that
-- is water off a load, which nobody agrees: such a contract agrees no drying until somebody says to what level.
update storage_contracts set drying_agreed = false, drying_level_percentage = null where drying_level_percentage = 0;
