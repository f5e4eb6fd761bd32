package dev.waggle.spring.model;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.waggle.connect.langchain4j.ChatModelHarness;
import dev.waggle.signal.harness.Harness;
import org.springframework.beans.factory.ListableBeanFactory;

/** Beans that are chat models of LangChain4j. */
public final class LangChainBeans implements ModelBeanSource {

    private final ListableBeanFactory beans;

    public LangChainBeans(ListableBeanFactory beans) {
        this.beans = beans;
    }

    @Override
    public Map<String, Supplier<Harness>> models() {
        Map<String, Supplier<Harness>> models = new LinkedHashMap<>();
        for (String name : beans.getBeanNamesForType(ChatModel.class, true, false)) {
            models.put(name, () -> ChatModelHarness.of(ApplicationModels.BEAN + name,
                    beans.getBean(name, ChatModel.class)));
        }
        for (String name : beans.getBeanNamesForType(StreamingChatModel.class, true, false)) {
            models.put(name, () -> ChatModelHarness.of(ApplicationModels.BEAN + name,
                    beans.getBean(name, StreamingChatModel.class)));
        }
        return models;
    }

    @Override
    public boolean isStreaming(String bean) {
        return beans.isTypeMatch(bean, StreamingChatModel.class);
    }
}
