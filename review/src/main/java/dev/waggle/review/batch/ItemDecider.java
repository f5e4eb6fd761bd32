package dev.waggle.review.batch;

import java.util.function.Consumer;

/** Rule that decides recorded votes item by item, in the order of the first appearance of the items. Used once. */
public sealed interface ItemDecider permits BatchDecider, CrowdDecider {

    /** Decides every item and hands it over; the summary covers all of them. */
    BatchSummary decide(Consumer<ItemDecision> items);
}
