package dev.waggle.swarm.runlog;

import java.util.Optional;

import dev.waggle.signal.Payload;
import dev.waggle.signal.harness.AnswerStore;
import dev.waggle.signal.harness.TokenUsage;
import dev.waggle.signal.json.JsonObjectBuilder;
import dev.waggle.signal.json.JsonObjectReader;
import dev.waggle.signal.log.Emission;
import dev.waggle.swarm.harness.Price;
import dev.waggle.swarm.harness.call.BudgetLedger;

/**
 * A call of a model that was about to be sent, the body of {@code call:sent}.
 *
 * @param by the work that made the call
 * @param request what was asked
 * @param model {@code provider:model}
 * @param inputTokens estimated tokens of the request
 * @param statedPrice the price that the harness of the model stated, if any
 */
record SentCall(Emission by, String request, String model, double inputTokens, Optional<Price> statedPrice) {

    static SentCall of(Emission by, AnswerStore.StartedCall call) {
        return new SentCall(by, call.request(), call.model(), call.inputTokens(), call.pricing().map(Price::stated));
    }

    /** Payment for the call when its answer is lost: the request was read, and what was written is unknown. */
    BudgetLedger.Payment payment() {
        return new BudgetLedger.Payment(by.by(), model, new TokenUsage(inputTokens, 0, inputTokens), true,
                statedPrice);
    }

    Payload.Open body() {
        return Payload.Open.data(new JsonObjectBuilder().with("by", by.by())
                .with("number", by.invocation())
                .with("request", request)
                .with("model", model)
                .with("inputTokens", inputTokens)
                .withPresent("price", statedPrice.map(WorkFacts::json).orElse(null)).json());
    }

    /** Reads the output of {@link #body}. */
    static SentCall read(JsonObjectReader fields) {
        String author = fields.text("by");
        int number = fields.int32("number");
        String request = fields.text("request");
        String model = fields.text("model");
        double inputTokens = fields.nonNegative("inputTokens");
        Optional<Price> price = WorkFacts.price(fields.optionalObject("price"));
        fields.rejectUnknownFields();
        return fields.build(() -> new SentCall(new Emission(author, number), request, model, inputTokens, price));
    }
}
