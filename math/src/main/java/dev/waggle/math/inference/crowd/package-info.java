/**
 * Inference from the answers of many agents to many items: reliability of each agent and probability of each label,
 * without truths or with a few.
 *
 * <p>Items, agents and labels are numbers from 0. The posterior of one item alone lives in the package above.
 */
@NullMarked
package dev.waggle.math.inference.crowd;

import org.jspecify.annotations.NullMarked;
