# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Part of the runtime's Makefile: "make acceptance" builds libacceptance.a, which
# holds the suite with its main() and its model, and with the POSIX port links
# it to a program, acceptance/run. README.md of this folder says how to use it.

ACCEPTANCE_OBJECTS := $(call objects,$(HERE)/acceptance/*.c) \
	$(call objects,$(HERE)/acceptance/model/*.c)
ACCEPTANCE := $(BUILD)/libacceptance.a
ifeq ($(PORT),posix)
ACCEPTANCE += $(BUILD)/acceptance/run
endif

# A client: it sees the public headers and nothing of src.
$(ACCEPTANCE_OBJECTS): FLAGS := -std=c99 -I$(HERE)/include -I$(CRT_CONFIG_DIR)

# The graph as a text of C, without what JSON does not need.
ACCEPTANCE_GRAPH := $(BUILD)/acceptance/graph.inc
$(ACCEPTANCE_GRAPH): $(HERE)/acceptance/model/graph.json | $$(@D)/
	sed 's/^ *//; s/"/\\"/g; s/.*/"&"/' $< >$@
$(BUILD)/acceptance/graph.o: $(ACCEPTANCE_GRAPH)
$(BUILD)/acceptance/graph.o: FLAGS += -I$(BUILD)/acceptance

.PHONY: acceptance clean_acceptance
acceptance: all $(ACCEPTANCE)

$(BUILD)/libacceptance.a: $(ACCEPTANCE_OBJECTS)

# Each library before those that it needs; the port and the backend need each
# other.
$(BUILD)/acceptance/run: $(BUILD)/libacceptance.a $(LIBRARIES) $(FLAGS_FILE)
	$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $(BUILD)/acceptance/main.o \
		$(BUILD)/libacceptance.a $(filter $(foreach layer, \
		aot_executor graph_executor memory,$(BUILD)/lib$(layer).a), \
		$(LIBRARIES)) $(BUILD)/libruntime.a $(BUILD)/libposix.a \
		$(BUILD)/libbackend.a

clean: clean_acceptance
clean_acceptance:
	rm -f $(ACCEPTANCE) $(ACCEPTANCE_OBJECTS) $(ACCEPTANCE_OBJECTS:.o=.d) \
		$(ACCEPTANCE_GRAPH)

-include $(ACCEPTANCE_OBJECTS:.o=.d)
