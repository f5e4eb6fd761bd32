/**
 * Repair of damaged journals on request: named damage is moved aside and replaced by a statement of the loss. Recovery
 * after a crash needs no request and belongs to {@code dev.waggle.journal.file.recovery}.
 */
@NullMarked
package dev.waggle.journal.repair;

import org.jspecify.annotations.NullMarked;
