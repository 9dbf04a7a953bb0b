CREATE TABLE `inputs` (
	`record_id` text PRIMARY KEY NOT NULL,
	`input` text NOT NULL,
	FOREIGN KEY (`record_id`) REFERENCES `records`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
INSERT INTO `inputs` (`record_id`, `input`) SELECT `id`, `input` FROM `records`;--> statement-breakpoint
ALTER TABLE `records` ADD `title` text DEFAULT '' NOT NULL;--> statement-breakpoint
UPDATE `records` SET `title` = (
	SELECT trim(substr(`said`, 1, min(120, instr(`said` || char(10), char(10)) - 1)))
	FROM (SELECT ltrim(coalesce(
		json_extract(`input`, '$.caption'), json_extract(`input`, '$.intent'), json_extract(`input`, '$.method_text'),
		json_extract(`input`, '$.source_context'), json_extract(`input`, '$.description'), ''
	), char(9, 10, 13, 32)) AS `said`)
);--> statement-breakpoint
UPDATE `records` SET `title` = (
	WITH RECURSIVE `up` (`at`, `above`, `depth`) AS (
		SELECT `records`.`id`, `records`.`parent`, 0
		UNION ALL
		SELECT `r`.`id`, `r`.`parent`, `depth` + 1 FROM `up` JOIN `records` AS `r` ON `r`.`id` = `above` WHERE `depth` < 100
	)
	SELECT `r`.`title` FROM `up` JOIN `records` AS `r` ON `r`.`id` = `at` ORDER BY `depth` DESC LIMIT 1
) WHERE `parent` IS NOT NULL;--> statement-breakpoint
ALTER TABLE `records` DROP COLUMN `input`;