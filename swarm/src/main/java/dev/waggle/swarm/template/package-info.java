/**
 * Ready-made swarms for kinds of questions: roles, subscriptions, emitted types and decision rules. Not here: the
 * agents behind the roles, and the execution of a solve.
 */
@NullMarked
package dev.waggle.swarm.template;

import org.jspecify.annotations.NullMarked;
