ALTER TABLE `records` ADD `choice` text DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE `records` ADD `warnings` text DEFAULT '[]' NOT NULL;