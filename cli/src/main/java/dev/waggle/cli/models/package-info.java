/** Agents backed by models: their roles, models, tools and budget. */
@NullMarked
package dev.waggle.cli.models;

import org.jspecify.annotations.NullMarked;
