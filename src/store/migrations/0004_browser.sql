ALTER TABLE `records` ADD `browser` text;--> statement-breakpoint
CREATE INDEX `records_by_browser` ON `records` (`browser`,`id`) WHERE "records"."browser" is not null;